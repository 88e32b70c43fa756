package dev.rmtwin.ring;

/**
 * What waits in a node's two link FIFOs.
 *
 * @param txBytes bytes in the transmit FIFO, overhead included
 * @param txPackets packets in it
 * @param rxBytes bytes in the receive FIFO, overhead included
 * @param rxPackets packets in it
 */
public record FifoLevels(int txBytes, int txPackets, int rxBytes, int rxPackets) {}
