package dev.rmtwin.pcie.config;

/**
 * Where a card keeps its MSI-X table and pending bits: both in one base address register.
 *
 * @param vectorCount vectors, 1 to 2048
 * @param bar the base address register
 * @param tableOffset offset of the table in it, a multiple of 8
 * @param pendingOffset offset of the pending bits in it, a multiple of 8
 * @param barBytes size of the register's window
 */
public record MsixPlace(int vectorCount, int bar, int tableOffset, int pendingOffset, int barBytes) {
    /** Bytes of a vector's entry in the table. */
    public static final int ENTRY_BYTES = 16;

    private static final int MOST_VECTORS = 2048;

    /** Refuses tables that do not fit. */
    public MsixPlace {
        int tableEnd = tableOffset + vectorCount * ENTRY_BYTES;
        int pendingEnd = pendingOffset + pendingBytes(vectorCount);
        boolean apart = tableEnd <= pendingOffset || pendingEnd <= tableOffset;
        boolean inside = Math.max(tableEnd, pendingEnd) <= barBytes && (tableOffset | pendingOffset) >= 0;
        boolean aligned = (tableOffset | pendingOffset) % Long.BYTES == 0;
        if (vectorCount < 1 || vectorCount > MOST_VECTORS || !apart || !inside || !aligned) {
            throw new IllegalArgumentException("an MSI-X table of " + vectorCount + " vectors does not fit at "
                    + tableOffset + " with its pending bits at " + pendingOffset + " in " + barBytes + " bytes");
        }
    }

    private static int pendingBytes(int vectorCount) {
        return (vectorCount + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
    }

    /** Bytes of the pending bits: whole quadwords. */
    public int pendingBytes() {
        return pendingBytes(vectorCount);
    }
}
