package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** Counters of one bus. */
public enum BusCounter implements CounterId {
    CREDIT_STALLS("bus.credit.stalls", Layer.HARDWARE, "packets that had to wait for credit or behind one that waits"),
    TAG_WAITS("bus.tag.waits", Layer.HARDWARE, "reads of host memory that had to wait for a tag"),
    RELAXED_PASSES("bus.relaxed.passes", Layer.HARDWARE, "relaxed packets that arrived before an earlier posted one"),
    POSTED_LOST("bus.posted.lost", Layer.HARDWARE, "posted writes and messages lost: card silent or link down"),
    HOST_READ_TIMEOUTS("bus.host.read-timeouts", Layer.HARDWARE, "reads by the host without an answer in time"),
    HOST_READ_ERRORS("bus.host.read-errors", Layer.HARDWARE, "reads by the host answered by an error completion"),
    HOST_READS_DOWN("bus.host.reads-down", Layer.HARDWARE, "reads by the host ended by a lost link"),
    CARD_READ_TIMEOUTS("bus.card.read-timeouts", Layer.HARDWARE, "requests by the card without an answer in time"),
    CARD_READ_ERRORS("bus.card.read-errors", Layer.HARDWARE, "requests by the card answered by an error completion"),
    UNEXPECTED_COMPLETIONS(
            "bus.completion.unexpected", Layer.HARDWARE, "answers that came when nobody waited any more: dropped");

    private final String id;
    private final Layer layer;
    private final String doc;

    BusCounter(String id, Layer layer, String doc) {
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
