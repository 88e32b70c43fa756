package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.config.ConfigReset;
import dev.rmtwin.pcie.config.ConfigSpace;

/**
 * Resets and power states of the card's function, with the time that they take.
 *
 * <pre>
 *   working ──reset──► away (configuration space answers nothing either) ──resetPs──► working
 *   D3hot ──D0──► not ready (configuration space answers) ──powerUpPs──► working
 * </pre>
 *
 * On the way from D3hot to D0 a card without No_Soft_Reset is reset as by a function-level reset. A reset during another one
 * starts the time anew. Reflective memory, what is on the ring and sticky error bits outlive all of them.
 *
 * <p>Fidelity: functional; times are the profile's. Thread: the engine's.
 */
final class CardFunction extends Component {
    private static final int READY = 0;

    private static final int OUTCOME_RESET = 1;
    private static final int OUTCOME_POWER = 2;

    /** What the rest of the card does. */
    interface Step {
        void take(long nowPs);
    }

    private final FunctionProfile profile;
    private final ConfigSpace config;
    private final CardEgress egress;
    private final CounterBlock<CardCounter> counters;
    private final Step reset;
    private final Step settings;
    private int epoch;

    /**
     * @param reset gives every register of the card its reset value and ends what is under way
     * @param settings what the card may do has changed
     */
    CardFunction(CardPlan plan, ConfigSpace config, CardEgress egress, Step reset, Step settings) {
        super("node/" + plan.node() + "/function");
        profile = plan.profile().function();
        this.config = config;
        this.egress = egress;
        this.reset = reset;
        this.settings = settings;
        counters = egress.counters();
    }

    CardEgress egress() {
        return egress;
    }

    /** Resets the function at once; for a while it answers nothing. */
    void reset(ConfigReset kind, long nowPs) {
        counters.increment(kind == ConfigReset.BUS ? CardCounter.BUS_RESETS : CardCounter.FUNCTION_RESETS);
        outcome(OUTCOME_RESET, nowPs, kind.ordinal());
        config.setAbsent(true);
        config.setNotReady(false);
        clear(kind, nowPs);
        post(Rank.CARD, nowPs + profile.resetPs(), READY, ++epoch);
    }

    private void clear(ConfigReset kind, long nowPs) {
        // The door last: what a block asks for while others are still to be reset goes with the rest.
        reset.take(nowPs);
        egress.reset();
        config.reset(kind, nowPs);
        settings.take(nowPs);
    }

    /** Software has changed the power state. */
    void onPowerState(long nowPs) {
        if (config.absent()) {
            return;
        }
        outcome(OUTCOME_POWER, nowPs, config.powerState());
        epoch++;
        if (config.powerState() != 0) {
            counters.increment(CardCounter.POWER_DOWNS);
            config.setNotReady(false);
            return;
        }
        config.setNotReady(true);
        if (config.losesStateInD3()) {
            clear(ConfigReset.FUNCTION, nowPs);
        }
        post(Rank.CARD, nowPs + profile.powerUpPs(), READY, epoch);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        if (kind != READY) {
            throw new IllegalStateException(this + " got event kind " + kind);
        }
        if ((int) arg == epoch) {
            config.setAbsent(false);
            config.setNotReady(false);
            settings.take(nowPs);
        }
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        egress.state(visitor);
        epoch = visitor.value("functionEpoch", epoch);
    }
}
