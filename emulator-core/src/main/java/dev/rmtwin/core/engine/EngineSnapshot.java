package dev.rmtwin.core.engine;

import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.state.StateLoader;
import dev.rmtwin.core.state.StateSaver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;

/**
 * An engine's whole state between two events.
 *
 * <pre>
 *   now, events run
 *   component count, then for each: name, record length, record
 *   event count, then for each, in order: time, key, target, argument
 * </pre>
 *
 * <p>Restoring needs an engine wired from the same scenario, freshly made.
 */
public final class EngineSnapshot {
    private static final int RECORD_LIMIT_BYTES = 1 << 30;
    private static final int EVENT_LIMIT = 1 << 26;
    private static final long TIME_LIMIT_PS = Long.MAX_VALUE / 2;

    private EngineSnapshot() {}

    /** Writes the state. The engine must be between two events. */
    public static void save(Engine engine, DataOutputStream out) throws IOException {
        out.writeLong(engine.nowPs());
        out.writeLong(engine.eventCount());
        out.writeInt(engine.components().size());
        for (Component component : engine.components()) {
            ByteArrayOutputStream record = new ByteArrayOutputStream();
            try (DataOutputStream fields = new DataOutputStream(record)) {
                component.state(new StateSaver(fields));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            out.writeUTF(component.name());
            out.writeInt(record.size());
            record.writeTo(out);
        }
        out.writeInt(engine.queue().size());
        try {
            engine.queue().forEachInOrder((timePs, key, target, arg) -> writeEvent(out, timePs, key, target, arg));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Reads the state into an engine with the same components in the same order.
     *
     * <p>Errors: {@link SnapshotException} for whatever is not such a state; the engine is of no use then.
     */
    public static void restore(Engine engine, DataInputStream in) throws IOException {
        try {
            restoreAll(engine, in);
        } catch (EOFException e) {
            throw new SnapshotException("the snapshot is cut short", e);
        } catch (UTFDataFormatException e) {
            throw new SnapshotException("the snapshot has a component name that is no text", e);
        }
    }

    private static void restoreAll(Engine engine, DataInputStream in) throws IOException {
        long nowPs = in.readLong();
        long eventCount = in.readLong();
        int componentCount = in.readInt();
        if (nowPs < 0 || nowPs > TIME_LIMIT_PS || eventCount < 0) {
            throw new SnapshotException("the snapshot was taken at " + nowPs + " ps after " + eventCount + " events");
        }
        if (componentCount != engine.components().size()) {
            throw new SnapshotException("the snapshot has " + componentCount + " components, this ring has "
                    + engine.components().size());
        }
        engine.restoreTime(nowPs, eventCount);
        for (Component component : engine.components()) {
            restoreComponent(component, in);
        }
        engine.queue().clear();
        int events = in.readInt();
        if (events < 0 || events > EVENT_LIMIT) {
            throw new SnapshotException("the snapshot claims " + events + " pending events");
        }
        for (int n = 0; n < events; n++) {
            readEvent(engine, nowPs, in);
        }
    }

    private static void restoreComponent(Component component, DataInputStream in) throws IOException {
        String name = readName(in);
        if (!name.equals(component.name())) {
            throw new SnapshotException("the snapshot has " + name + " where this ring has " + component.name());
        }
        int length = in.readInt();
        if (length < 0 || length > RECORD_LIMIT_BYTES) {
            throw new SnapshotException(name + " claims a record of " + length + " bytes");
        }
        byte[] record = in.readNBytes(length);
        if (record.length != length) {
            throw new SnapshotException("the snapshot ends within " + name);
        }
        ByteArrayInputStream bytes = new ByteArrayInputStream(record);
        try (DataInputStream fields = new DataInputStream(bytes)) {
            component.state(new StateLoader(fields, name));
        } catch (UncheckedIOException e) {
            throw new SnapshotException(
                    "record of " + name + " does not fit: " + e.getCause().getMessage(), e);
        } catch (RuntimeException e) {
            // A component trusts its record; what it trips over shows that the record is not its own.
            throw new SnapshotException("record of " + name + " makes no sense: " + e, e);
        }
        if (bytes.available() > 0) {
            throw new SnapshotException("record of " + name + " has " + bytes.available() + " bytes too many");
        }
    }

    private static String readName(DataInputStream in) throws IOException {
        try {
            return in.readUTF();
        } catch (UTFDataFormatException e) {
            throw new SnapshotException("the snapshot has no name where a record begins", e);
        }
    }

    private static void writeEvent(DataOutputStream out, long timePs, long key, int target, long arg) {
        try {
            out.writeLong(timePs);
            out.writeLong(key);
            out.writeInt(target);
            out.writeLong(arg);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readEvent(Engine engine, long nowPs, DataInputStream in) throws IOException {
        long timePs = in.readLong();
        long key = in.readLong();
        int target = in.readInt();
        long arg = in.readLong();
        if (timePs < nowPs
                || timePs > TIME_LIMIT_PS
                || key < 0
                || target < 0
                || target >>> 8 >= engine.components().size()) {
            throw new SnapshotException(
                    "the snapshot holds an event at " + timePs + " ps for component " + (target >>> 8));
        }
        engine.queue().push(timePs, key, target, arg);
    }
}
