package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** Counters of a stream channel or of the chip's bus. */
public enum StreamCounter implements CounterId {
    ARRIVED("stream.units.arrived", Layer.HARDWARE, "units that came to the data register, lost ones included"),
    MOVED("stream.units.moved", Layer.HARDWARE, "units moved between data register and memory"),
    TAKEN("stream.units.taken", Layer.DRIVER, "units that software took from or put into the data register"),
    OVERRUN("stream.lost.overrun", Layer.HARDWARE, "units lost because the data register was full"),
    FAULT("stream.lost.fault", Layer.HARDWARE, "units that a fault swallowed at the channel's input"),
    BUS_ERROR("stream.lost.bus-error", Layer.HARDWARE, "units in hand when memory did not answer"),
    FLUSHED("stream.lost.flushed", Layer.DRIVER, "units thrown away by CONTROL.FLUSH"),
    RESET("stream.lost.reset", Layer.DRIVER, "units in the channel when it was reset"),
    HALF("stream.events.half", Layer.HARDWARE, "half events"),
    COMPLETE("stream.events.complete", Layer.HARDWARE, "complete events"),
    IDLE("stream.events.idle", Layer.HARDWARE, "idle events"),
    MISSED("stream.events.missed", Layer.DRIVER, "events that came again before software had cleared them"),
    BAD_PARAMETER("stream.bad-parameter", Layer.DRIVER, "enabling refused: settings made no sense"),
    BAD_ACCESS("stream.bad-access", Layer.DRIVER, "register accesses that reached nothing or were refused"),
    INTERRUPTS("stream.interrupts", Layer.INTERRUPT, "times that the interrupt line was raised");

    private final String id;
    private final Layer layer;
    private final String doc;

    StreamCounter(String id, Layer layer, String doc) {
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
