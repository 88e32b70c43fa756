package dev.rmtwin.ring;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** What the network side of a card counts. */
public enum RingCounter implements CounterId {
    TX_WRITES("ring.tx.writes", "writes and network interrupts taken from the host"),
    TX_REFUSED("ring.tx.refused", "writes refused because the transmit FIFO had no room"),
    TX_PACKETS("ring.tx.packets", "own packets put into the transmit FIFO"),
    TX_BYTES("ring.tx.bytes", "payload bytes of own packets"),
    STRIPPED("ring.stripped", "packets taken off the ring because their origin is this node"),
    FORWARDED("ring.forwarded", "packets of others sent on"),
    LOST_FAULT("ring.lost.fault", "packets lost to a fault at this node's transmit side, hop or outgoing span"),
    RX_PACKETS("ring.rx.packets", "packets of others offered to the receive FIFO"),
    RX_ALMOST_FULL("ring.rx.almost-full", "times that the receive FIFO's level reached almost full"),
    RX_LOST_OVERFLOW("ring.rx.lost.overflow", "packets not stored because the receive FIFO was full"),
    RX_LOST_FAULT("ring.rx.lost.fault", "packets lost to a fault between link and memory"),
    RX_LOST_RANGE("ring.rx.lost.range", "packets not stored because their address lies beyond the memory"),
    COMMITTED("ring.rx.committed", "packets of others written into memory"),
    COMMITTED_BYTES("ring.rx.bytes", "bytes of others written into memory"),
    INTERRUPTS_DELIVERED("ring.rx.interrupts", "network interrupts for this node taken from the receive FIFO"),
    INTERRUPTS_PASSED(
            "ring.rx.interrupts-passed", "network interrupts taken from the receive FIFO that were for others"),
    OWN_WRITES("ring.own.writes", "writes of the own host into own memory"),
    OWN_OUT_OF_RANGE("ring.own.out-of-range", "writes of the own host beyond the memory, not stored here");

    private final String id;
    private final String doc;

    RingCounter(String id, String doc) {
        this.id = id;
        this.doc = doc;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String doc() {
        return doc;
    }

    @Override
    public Layer layer() {
        return Layer.HARDWARE;
    }
}
