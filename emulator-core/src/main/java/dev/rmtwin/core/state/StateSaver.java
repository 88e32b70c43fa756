package dev.rmtwin.core.state;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Writes fields as (hash of tag, value or length and contents). */
public final class StateSaver implements StateVisitor {
    private final DataOutputStream out;

    /** @param out where to; not closed here */
    public StateSaver(DataOutputStream out) {
        this.out = out;
    }

    @Override
    public boolean restoring() {
        return false;
    }

    @Override
    public long value(String tag, long present) {
        return write(tag, present, () -> out.writeLong(present));
    }

    @Override
    public int count(String tag, int present, int leastBytes) {
        return value(tag, present);
    }

    @Override
    public void values(String tag, long[] array) {
        write(tag, array, () -> {
            out.writeInt(array.length);
            for (long value : array) {
                out.writeLong(value);
            }
        });
    }

    @Override
    public void values(String tag, int[] array) {
        write(tag, array, () -> {
            out.writeInt(array.length);
            for (int value : array) {
                out.writeInt(value);
            }
        });
    }

    @Override
    public byte[] bytes(String tag, byte[] present, int limitBytes) {
        return write(tag, present, () -> {
            out.writeInt(present.length);
            out.write(present);
        });
    }

    @Override
    public void segment(String tag, MemorySegment segment) {
        bytes(tag, segment.toArray(ValueLayout.JAVA_BYTE), Integer.MAX_VALUE);
    }

    private <T> T write(String tag, T present, Body body) {
        try {
            out.writeInt(tag.hashCode());
            body.write();
            return present;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Body {
        void write() throws IOException;
    }
}
