package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** Counters of a command queue pair. Submitted = completed + dropped + what is under way or waits in the ring. */
public enum CommandCounter implements CounterId {
    SUBMITTED("card.command.submitted", Layer.HARDWARE, "commands announced by the tail doorbell"),
    FETCHED("card.command.fetched", Layer.HARDWARE, "commands fetched from host memory"),
    COMPLETED("card.command.completed", Layer.HARDWARE, "commands ended with a completion entry"),
    FAILED("card.command.failed", Layer.HARDWARE, "commands ended with an error status"),
    ABORTED("card.command.aborted", Layer.HARDWARE, "commands ended because their queue was disabled"),
    DROPPED("card.command.dropped", Layer.HARDWARE, "commands that a reset or disabling took away without an entry"),
    FAULT("card.command.fault", Layer.HARDWARE, "commands or entries lost to an injected fault"),
    BYTES("card.command.bytes", Layer.HARDWARE, "bytes moved by commands"),
    BAD_DOORBELLS("card.command.bad-doorbells", Layer.HARDWARE, "doorbells ignored: outside the ring, or no queue"),
    BAD_PARAMETERS("card.command.bad-parameters", Layer.HARDWARE, "times that enabling was refused"),
    HELD("card.command.held", Layer.HARDWARE, "times that the completion queue had no room for another command"),
    SLOTS_FULL("card.command.slots-full", Layer.HARDWARE, "times that a queue found every slot of the engine taken"),
    STARVED("card.command.starved", Layer.HARDWARE, "times that the engine ran dry on this queue"),
    FETCH_READS("card.command.fetch-reads", Layer.HARDWARE, "reads of the submission queue"),
    FETCH_ERRORS("card.command.fetch-errors", Layer.HARDWARE, "reads of queue or shadow page that failed"),
    SHADOW_READS("card.command.shadow-reads", Layer.HARDWARE, "reads of the shadow doorbells"),
    RING_WAITS("card.command.ring-waits", Layer.HARDWARE, "times that a write waited for the transmit FIFO"),
    ENTRY_WRITES("card.command.entry-writes", Layer.HARDWARE, "writes that carried completion entries"),
    INTERRUPTS("card.command.interrupts", Layer.INTERRUPT, "interrupts let go by the coalescer");

    private final String id;
    private final Layer layer;
    private final String doc;

    CommandCounter(String id, Layer layer, String doc) {
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
