package dev.rmtwin.ring;

/**
 * The network side of one card.
 *
 * @param memoryBytes reflective memory, a power of two
 * @param hopLatencyPs from the last byte of a packet received to its first byte sent on, on an idle link
 * @param commitPs from the receive FIFO to memory, for each packet
 * @param txFifoBytes transmit FIFO (payload and overhead), with the level at which its almost-full bit is set
 * @param txAlmostFullBytes see {@code txFifoBytes}
 * @param rxFifoBytes receive FIFO, with the level at which its almost-full bit latches
 * @param rxAlmostFullBytes see {@code rxFifoBytes}
 * @param interruptFifoDepth entries of each network-interrupt FIFO (127 on a 5565)
 */
public record NodeProfile(
        long memoryBytes,
        long hopLatencyPs,
        long commitPs,
        int txFifoBytes,
        int txAlmostFullBytes,
        int rxFifoBytes,
        int rxAlmostFullBytes,
        int interruptFifoDepth) {}
