package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.config.ConfigSpace;

/**
 * The interrupt pin of a card without messages: a level, told to the host by a message for each of its edges that travels behind
 * the data before it. It stays low while COMMAND switches it off or the card sleeps, and rises when it may and a source
 * still wants it.
 *
 * <p>Thread: the engine's.
 */
final class PinInterrupt {
    private final PcieLink link;
    private final ConfigSpace config;
    private final CounterBlock<CardCounter> counters;
    private boolean wanted;
    private boolean asserted;

    PinInterrupt(PcieLink link, ConfigSpace config, CounterBlock<CardCounter> counters) {
        this.link = link;
        this.config = config;
        this.counters = counters;
    }

    /**
     * The card's sources want the pin asserted, or no longer.
     *
     * @return whether the pin has moved
     */
    boolean onLevel(boolean level, long nowPs) {
        if (level && !wanted && !allowed()) {
            counters.increment(CardCounter.INTERRUPTS_MASKED);
        }
        wanted = level;
        config.showPinInterrupt(level);
        return update(nowPs);
    }

    /** The settings may have changed; returns whether the pin has moved. */
    boolean update(long nowPs) {
        boolean level = wanted && allowed();
        if (level == asserted) {
            return false;
        }
        asserted = level;
        if (level) {
            counters.increment(CardCounter.INTERRUPTS);
        }
        link.sendPinLevel(level, nowPs);
        return true;
    }

    private boolean allowed() {
        return !config.pinInterruptDisabled() && config.powerState() == 0 && config.ready();
    }

    boolean asserted() {
        return asserted;
    }

    void state(StateVisitor visitor) {
        wanted = visitor.value("pinWanted", wanted);
        asserted = visitor.value("pinAsserted", asserted);
    }
}
