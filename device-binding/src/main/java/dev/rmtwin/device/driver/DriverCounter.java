package dev.rmtwin.device.driver;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** Counters of a driver's channel. */
public enum DriverCounter implements CounterId {
    SERVICED("driver.channel.serviced", Layer.DRIVER, "service routines entered for the channel"),
    DRAINED("driver.channel.drained", Layer.DRIVER, "frames put into the application ring"),
    SIGNALLED("driver.channel.signalled", Layer.USER, "signals of the event descriptor"),
    TAKEN("driver.channel.taken", Layer.USER, "frames taken by the application"),
    LOST_FULL("driver.channel.lost-full", Layer.DRIVER, "announced frames lost: more wait than there are buffers"),
    LOST_FAULT("driver.channel.lost-fault", Layer.DRIVER, "frames lost between driver and application to a fault"),
    FAILED("driver.channel.failed", Layer.DRIVER, "completions that say that their transfer failed"),
    POLLS("driver.channel.polls", Layer.DRIVER, "polls of hybrid receive"),
    BUDGET_USED("driver.channel.budget-used", Layer.DRIVER, "polls that ended because their budget was used up"),
    LOST_ATTACH("driver.channel.lost-attach", Layer.DRIVER, "frames thrown away when the interrupt was attached");

    private final String id;
    private final Layer layer;
    private final String doc;

    DriverCounter(String id, Layer layer, String doc) {
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
