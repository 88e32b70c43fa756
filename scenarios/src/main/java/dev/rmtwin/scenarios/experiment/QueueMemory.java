package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.pcie.card.CommandLayout;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostRegion;

/**
 * Host memory of one queue pair: two rings of equal size and a buffer for each command in flight.
 *
 * @param pair queue pair
 * @param entries entries of each ring
 * @param submissions submission ring
 * @param completions completion ring
 * @param buffers the buffers
 * @param strideBytes distance of two buffers
 * @param slots buffers
 */
record QueueMemory(
        int pair,
        int entries,
        HostRegion submissions,
        HostRegion completions,
        HostRegion buffers,
        int strideBytes,
        int slots) {
    private static final int PAGE_BYTES = 4096;
    private static final int LINE_BYTES = 64;
    /** Commands of one run share so much card memory. */
    private static final long CARD_BYTES = 1 << 22;

    static QueueMemory map(HostCpu host, int pair, int depth, int lengthBytes) {
        int entries = depth + 1;
        int stride = Math.max(LINE_BYTES, (lengthBytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);
        // Deep queues of great buffers share buffers: only the bus cares where the bytes go.
        int slots = Math.clamp(CARD_BYTES * 4 / stride, 1, depth);
        return new QueueMemory(
                pair,
                entries,
                host.memory().map((long) entries * CommandLayout.ENTRY_BYTES, PAGE_BYTES),
                host.memory().map((long) entries * CommandLayout.COMPLETION_BYTES, PAGE_BYTES),
                host.memory().map((long) slots * stride, PAGE_BYTES),
                stride,
                slots);
    }

    long buffer(int id) {
        return buffers.address() + (long) (id % slots) * strideBytes;
    }

    long offset(int id) {
        return (long) id * strideBytes % CARD_BYTES;
    }
}
