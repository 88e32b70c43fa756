package dev.rmtwin.core.state;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/** Reads what {@link StateSaver} wrote; every length is checked before memory is taken for it. */
public final class StateLoader implements StateVisitor {
    private final DataInputStream in;
    private final String record;

    /**
     * @param in where from, with all that is left {@linkplain DataInputStream#available available}; not closed here
     * @param record name of the record, for messages
     */
    public StateLoader(DataInputStream in, String record) {
        this.in = in;
        this.record = record;
    }

    @Override
    public boolean restoring() {
        return true;
    }

    @Override
    public long value(String tag, long present) {
        return read(tag, in::readLong);
    }

    @Override
    public int count(String tag, int present, int leastBytes) {
        return read(tag, () -> {
            long count = in.readLong();
            int left = in.available();
            if (count < 0 || count > left / leastBytes) {
                throw new SnapshotException(
                        record + "." + tag + " claims " + count + " entries; " + left + " bytes are left for them");
            }
            return (int) count;
        });
    }

    @Override
    public void values(String tag, long[] array) {
        read(tag, () -> {
            expectLength(tag, array.length);
            for (int i = 0; i < array.length; i++) {
                array[i] = in.readLong();
            }
            return array;
        });
    }

    @Override
    public void values(String tag, int[] array) {
        read(tag, () -> {
            expectLength(tag, array.length);
            for (int i = 0; i < array.length; i++) {
                array[i] = in.readInt();
            }
            return array;
        });
    }

    @Override
    public byte[] bytes(String tag, byte[] present, int limitBytes) {
        return read(tag, () -> {
            int length = in.readInt();
            if (length < 0 || length > limitBytes) {
                throw new SnapshotException(record + "." + tag + " holds " + length + " bytes; at most " + limitBytes);
            }
            byte[] contents = in.readNBytes(length);
            if (contents.length != length) {
                throw new SnapshotException(record + "." + tag + " is cut short");
            }
            return contents;
        });
    }

    @Override
    public void segment(String tag, MemorySegment segment) {
        int length = Math.toIntExact(segment.byteSize());
        byte[] contents = bytes(tag, null, length);
        if (contents.length != length) {
            throw new UncheckedIOException(
                    new SnapshotException(record + "." + tag + " holds " + contents.length + " bytes, not " + length));
        }
        segment.copyFrom(MemorySegment.ofArray(contents));
    }

    private void expectLength(String tag, int expected) throws IOException {
        int length = in.readInt();
        if (length != expected) {
            throw new SnapshotException(record + "." + tag + " has " + length + " entries, not " + expected);
        }
    }

    private <T> T read(String tag, Body<T> body) {
        try {
            if (in.readInt() != tag.hashCode()) {
                throw new SnapshotException(record + ": field " + tag + " is not where it should be");
            }
            return body.read();
        } catch (EOFException e) {
            throw new UncheckedIOException(new SnapshotException(record + "." + tag + " is cut short", e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Body<T> {
        T read() throws IOException;
    }
}
