package dev.rmtwin.pcie.host;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** Counters of a host. */
public enum HostCounter implements CounterId {
    MESSAGES("host.interrupt.messages", Layer.INTERRUPT, "interrupt messages that reached the host"),
    UNHANDLED("host.interrupt.unhandled", Layer.INTERRUPT, "messages for a vector that nobody is attached to"),
    SERVICED("host.interrupt.serviced", Layer.INTERRUPT, "interrupts that cores took, as /proc/interrupts counts"),
    WAKEUPS("host.thread.wakeups", Layer.USER, "threads woken from waiting"),
    STALLS("host.thread.stalls", Layer.USER, "times that a thread which never blocks was stalled"),
    DMA_UNMAPPED("host.dma.unmapped", Layer.HARDWARE, "accesses by the card to memory that was never mapped"),
    POLLS("host.softirq.polls", Layer.DRIVER, "polls run after a service routine or by a timer"),
    LINE_SPURIOUS("host.line.spurious", Layer.INTERRUPT, "interrupts of the shared line that no handler claimed"),
    LINE_DISABLED("host.line.disabled", Layer.INTERRUPT, "times that the shared line was given up: nobody cared");

    private final String id;
    private final Layer layer;
    private final String doc;

    HostCounter(String id, Layer layer, String doc) {
        this.id = id;
        this.layer = layer;
        this.doc = doc;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Layer layer() {
        return layer;
    }

    @Override
    public String doc() {
        return doc;
    }
}
