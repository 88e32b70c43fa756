package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.scenarios.file.CanonicalText;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioLoader;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.Rig;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * Snapshot files: a scenario and the state of its ring between two events.
 *
 * <pre>
 *   +----------+---------+--------+--------+------+--------+------+--------------+--------+
 *   | RMTWINSS | version | length | source |length|  text  |      | engine state | CRC-32C|
 *   |    8     |    4    |   4    |        |  4   |        |      |              |   8    |
 *   +----------+---------+--------+--------+------+--------+------+--------------+--------+
 * </pre>
 *
 * <p>All numbers are big-endian. The text is the whole scenario, so that a snapshot needs no other file; the source is the name
 * under which it was loaded. The check sum is that of all bytes before it, and nothing but the first 12 bytes is believed before
 * it fits.
 *
 * <p>Errors: {@link IOException} that names the file and says what is wrong; {@link SnapshotException} when that is its contents.
 */
final class Snapshots {
    private static final byte[] MAGIC = "RMTWINSS".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int TEXT_LIMIT_BYTES = 1 << 22;
    private static final int LEAST_BYTES = MAGIC.length + Integer.BYTES + Long.BYTES;

    private Snapshots() {}

    /** Writes a snapshot whole, or leaves what was there. */
    static void write(Rig rig, Path file) throws IOException {
        byte[] text = text(rig.scenario(), file).getBytes(StandardCharsets.UTF_8);
        try {
            AtomicFile.write(file, out -> writeTo(out, rig, text));
        } catch (IOException e) {
            throw new IOException(file + ": cannot write the snapshot: " + reason(e), e);
        }
    }

    private static void writeTo(OutputStream file, Rig rig, byte[] text) throws IOException {
        CRC32C crc = new CRC32C();
        DataOutputStream out = new DataOutputStream(new CheckedOutputStream(file, crc));
        out.write(MAGIC);
        out.writeInt(VERSION);
        writeBytes(out, rig.scenario().source().getBytes(StandardCharsets.UTF_8));
        writeBytes(out, text);
        EngineSnapshot.save(rig.engine(), out);
        out.writeLong(crc.getValue());
    }

    /** The scenario's text, tried out: a snapshot that cannot be read back is worth nothing. */
    private static String text(Scenario scenario, Path file) throws IOException {
        String text = CanonicalText.of(scenario);
        try {
            if (new ScenarioLoader()
                    .loadText(scenario.source(), text, Overrides.NONE)
                    .equals(scenario)) {
                return text;
            }
        } catch (ScenarioProblems e) {
            throw new IOException(
                    file + ": cannot write the snapshot: its scenario cannot be written: " + e.getMessage(), e);
        }
        throw new IOException(file + ": cannot write the snapshot: its scenario reads back as another one");
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a snapshot into a freshly wired ring. */
    static Rig read(Path file) throws IOException {
        try {
            if (!Files.isRegularFile(file)) {
                throw new SnapshotException(Files.exists(file) ? "not a snapshot: not a file" : "no such file");
            }
            long length = Files.size(file);
            checkHeader(file, length);
            checkSum(file, length - Long.BYTES);
            try (DataInputStream in = open(file, length - Long.BYTES)) {
                in.skipNBytes(MAGIC.length + Integer.BYTES);
                Rig rig = restore(in);
                if (in.read() >= 0) {
                    throw new SnapshotException("the snapshot goes on behind its end");
                }
                return rig;
            }
        } catch (EOFException e) {
            throw new SnapshotException(file + ": the snapshot is cut short", e);
        } catch (SnapshotException e) {
            throw new SnapshotException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException(file + ": cannot read the snapshot: " + reason(e), e);
        }
    }

    private static void checkHeader(Path file, long length) throws IOException {
        try (DataInputStream in = open(file, length)) {
            if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
                throw new SnapshotException(length == 0 ? "the file is empty" : "not a snapshot of rmtwin");
            }
            int version = in.readInt();
            if (version != VERSION) {
                throw new SnapshotException("snapshot version " + version + "; this build reads version " + VERSION);
            }
            if (length < LEAST_BYTES) {
                throw new EOFException();
            }
        }
    }

    private static void checkSum(Path file, long length) throws IOException {
        CRC32C crc = new CRC32C();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            new CheckedInputStream(new Bounded(in, length), crc).transferTo(DataOutputStream.nullOutputStream());
            if (new DataInputStream(in).readLong() != crc.getValue()) {
                throw new SnapshotException("the snapshot is damaged or cut short: its check sum does not fit");
            }
        }
    }

    private static Rig restore(DataInputStream in) throws IOException {
        String source = new String(readBytes(in, "source"), StandardCharsets.UTF_8);
        String text = new String(readBytes(in, "scenario"), StandardCharsets.UTF_8);
        Rig rig = wire(source, text);
        EngineSnapshot.restore(rig.engine(), in);
        long nowPs = rig.engine().nowPs();
        if (nowPs < Rig.START_PS || nowPs > rig.endPs()) {
            throw new SnapshotException("the snapshot was taken at " + nowPs + " ps, outside of its run");
        }
        return rig;
    }

    private static Rig wire(String source, String text) throws SnapshotException {
        try {
            return new Rig(new ScenarioLoader().loadText(source, text, Overrides.NONE));
        } catch (ScenarioProblems e) {
            throw new SnapshotException("the snapshot's scenario is not valid: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new SnapshotException("the snapshot's scenario cannot be wired: " + e, e);
        }
    }

    private static byte[] readBytes(DataInputStream in, String what) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > TEXT_LIMIT_BYTES) {
            throw new SnapshotException("the snapshot's " + what + " claims " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length != length) {
            throw new EOFException();
        }
        return bytes;
    }

    private static DataInputStream open(Path file, long length) throws IOException {
        return new DataInputStream(new Bounded(new BufferedInputStream(Files.newInputStream(file)), length));
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : null;
        if (reason != null) {
            return reason;
        }
        return e.getMessage() == null || e instanceof FileSystemException
                ? e.getClass().getSimpleName()
                : e.getMessage();
    }

    /** The first bytes of a stream. */
    private static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long length) {
            super(in);
            left = length;
        }

        @Override
        public int read() throws IOException {
            int next = left > 0 ? super.read() : -1;
            left -= next >= 0 ? 1 : 0;
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int count = super.read(target, offset, (int) Math.min(length, left));
            left -= Math.max(0, count);
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
