package dev.rmtwin.scenarios.run;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A snapshot file's bytes, taken apart by the documented layout. */
final class SnapshotBytes {
    private static final int HEADER_BYTES = 12;

    private SnapshotBytes() {}

    /**
     * A stretch of the file.
     *
     * @param name what it holds
     * @param from first byte
     * @param to one past the last byte
     */
    record Part(String name, int from, int to) {}

    /** Makes the check sum at the end fit. */
    static void repairSum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - Long.BYTES);
        ByteBuffer.wrap(bytes).putLong(bytes.length - Long.BYTES, crc.getValue());
    }

    /** Where the engine's state begins. */
    static int stateAt(byte[] bytes) {
        ByteBuffer file = ByteBuffer.wrap(bytes).position(HEADER_BYTES);
        file.position(file.getInt() + file.position());
        file.position(file.getInt() + file.position());
        return file.position();
    }

    /** Scenario, lengths and names between records, each component's record, and the events. */
    static List<Part> parts(byte[] bytes) {
        List<Part> parts = new ArrayList<>();
        int state = stateAt(bytes);
        parts.add(new Part("scenario", HEADER_BYTES, state));
        ByteBuffer file = ByteBuffer.wrap(bytes).position(state + 2 * Long.BYTES);
        int components = file.getInt();
        parts.add(new Part("time", state, file.position()));
        for (int n = 0; n < components; n++) {
            int from = file.position();
            byte[] name = new byte[file.getShort()];
            file.get(name);
            int length = file.getInt();
            parts.add(new Part("head", from, file.position()));
            parts.add(new Part(new String(name, StandardCharsets.UTF_8), file.position(), file.position() + length));
            file.position(file.position() + length);
        }
        parts.add(new Part("events", file.position(), bytes.length - Long.BYTES));
        return parts;
    }
}
