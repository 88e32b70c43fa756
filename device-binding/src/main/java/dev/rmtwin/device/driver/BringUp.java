package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmRegister;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Starts a card's channels in the one right order: switch the function on, query, map, post descriptors, attach the interrupt, enable receive. Enabling
 * last is what keeps the first frame from being lost. A step that fails undoes the steps before it, in reverse, so that
 * no interrupt stays attached to a channel that does not receive. {@link DriverOptions} can ask for the mistakes of others.
 */
public final class BringUp implements Routine {
    private static final int BOARD_ID = 0x65;
    private static final int FAILURE_LIMIT_BYTES = 1 << 12;

    /** Where it stands. The order is part of snapshots. */
    public enum Step {
        QUERY_BOARD,
        CHECK_BOARD,
        CHECK_QUEUE_BLOCK,
        PREPARE,
        ENABLE,
        VERIFY,
        DONE,
        FAILED,
        UNDO,
        QUIESCE,
        POWER_UP;

        private static final Step[] VALUES = values();
    }

    private final DriverSeat seat;
    private final RmDriver.CardTraits traits;
    /** What is done to every channel before the next is done to any. */
    private enum Action {
        MAP,
        POST,
        ATTACH,
        ENABLE
    }

    private static final Action[] PROVEN = {Action.MAP, Action.POST, Action.ATTACH, Action.ENABLE};
    private static final Action[] RECEIVE_BEFORE_DESCRIPTORS = {Action.MAP, Action.ENABLE, Action.POST, Action.ATTACH};
    private static final Action[] RECEIVE_BEFORE_INTERRUPT = {Action.MAP, Action.POST, Action.ENABLE, Action.ATTACH};

    private final PciFunction function;
    private final TakeOver takeOver;
    private final List<DriverChannel> channels;
    private final DriverOptions options;
    private final Action[] actions;
    private final ShutDown undo;
    private int action;
    private int verified;
    private Step step = Step.QUERY_BOARD;
    private int channel;
    private String failure = "";

    BringUp(
            DriverSeat seat,
            RmDriver.CardTraits traits,
            TakeOver takeOver,
            List<DriverChannel> channels,
            DriverOptions options) {
        this.seat = seat;
        this.traits = traits;
        function = new PciFunction(seat.transport());
        this.takeOver = takeOver;
        this.channels = channels;
        this.options = options;
        actions = switch (options.order()) {
            case PROVEN -> PROVEN;
            case RECEIVE_BEFORE_DESCRIPTORS -> RECEIVE_BEFORE_DESCRIPTORS;
            case RECEIVE_BEFORE_INTERRUPT -> RECEIVE_BEFORE_INTERRUPT;
        };
        undo = new ShutDown(seat, channels);
    }

    @Override
    public Want resume(RoutineContext context) {
        switch (step) {
            case QUERY_BOARD, POWER_UP -> {
                String wrong = function.switchOn();
                if (!wrong.isEmpty()) {
                    return refuse(wrong, context);
                }
                if (function.poweringUp()) {
                    step = Step.POWER_UP;
                    return context.sleepUntil(context.nowPs() + PciFunction.POWER_UP_PS);
                }
                seat.transport().enableInterrupts(context.nowPs());
                step = Step.CHECK_BOARD;
                return read(BarAddress.of(RmRegister.BAR, RmRegister.BID.offset()), 1, context);
            }
            case CHECK_BOARD -> {
                if (context.value() != BOARD_ID) {
                    return refuse("board id " + Long.toHexString(context.value()) + " is not 65", context);
                }
                if (!traits.queueBlock()) {
                    step = Step.QUIESCE;
                    return context.proceed();
                }
                step = Step.CHECK_QUEUE_BLOCK;
                return read(BarAddress.of(QueueRegister.BAR, QueueRegister.VERSION.offset()), 4, context);
            }
            case CHECK_QUEUE_BLOCK -> {
                if (context.value() != QueueRegister.LAYOUT_VERSION) {
                    return refuse("queue block layout " + context.value() + " is unknown", context);
                }
                step = Step.QUIESCE;
                return context.proceed();
            }
            case QUIESCE -> {
                step = Step.PREPARE;
                if (takeOver.done()) {
                    return context.proceed();
                }
                takeOver.quiesce(context);
                return read(BarAddress.of(RmRegister.BAR, RmRegister.BID.offset()), 1, context);
            }
            case PREPARE -> {
                return prepare(context);
            }
            case UNDO -> {
                return undo(context);
            }
            default -> {
                return enableAndVerify(context);
            }
        }
    }

    /** Goes through the actions until one has to wait. */
    private Want prepare(RoutineContext context) {
        while (action < actions.length) {
            Action next = actions[action++];
            if (next == Action.ENABLE) {
                step = Step.ENABLE;
                channel = 0;
                return context.proceed();
            }
            for (DriverChannel prepared : channels) {
                switch (next) {
                    case MAP -> prepared.map(context);
                    case POST -> prepared.post(context);
                    default -> prepared.attach(options.attachResetsHead(), context);
                }
            }
            if (options.stepGapPs() > 0 && action < actions.length) {
                return context.sleepUntil(context.nowPs() + options.stepGapPs());
            }
        }
        step = Step.DONE;
        return context.done();
    }

    private Want enableAndVerify(RoutineContext context) {
        if (step == Step.VERIFY) {
            failure = channels.get(channel).verify(verified, context.value());
            if (!failure.isEmpty()) {
                return onFailure(context);
            }
            verified++;
            long address = channels.get(channel).verifyAddress(verified);
            if (address >= 0) {
                return read(address, 4, context);
            }
            channel++;
        }
        if (channel == channels.size()) {
            step = Step.PREPARE;
            return options.stepGapPs() > 0 && action < actions.length
                    ? context.sleepUntil(context.nowPs() + options.stepGapPs())
                    : prepare(context);
        }
        channels.get(channel).enable(context);
        step = Step.VERIFY;
        verified = 0;
        return read(channels.get(channel).verifyAddress(0), 4, context);
    }

    private Want onFailure(RoutineContext context) {
        if (options.keepsAttached()) {
            channels.get(channel).refuse();
            step = Step.FAILED;
            return context.done();
        }
        step = Step.UNDO;
        return undo(context);
    }

    /** The card is none that this driver knows: nothing has been written to it, so there is nothing to undo. */
    private Want refuse(String why, RoutineContext context) {
        failure = why;
        step = Step.FAILED;
        return context.done();
    }

    private Want undo(RoutineContext context) {
        Want want = undo.resume(context);
        if (want == Want.DONE) {
            step = Step.FAILED;
        }
        return want;
    }

    private Want read(long address, int widthBytes, RoutineContext context) {
        return context.read(seat.transport(), address, widthBytes);
    }

    /** Where it stands. */
    public Step step() {
        return step;
    }

    /** Why it failed; empty when it did not. */
    public String failure() {
        return failure;
    }

    @Override
    public void state(StateVisitor visitor) {
        step = Step.VALUES[visitor.value("bringUpStep", step.ordinal())];
        channel = visitor.value("bringUpChannel", channel);
        action = visitor.value("bringUpAction", action);
        verified = visitor.value("bringUpVerified", verified);
        byte[] why = failure.getBytes(StandardCharsets.UTF_8);
        failure = new String(visitor.bytes("failure", why, FAILURE_LIMIT_BYTES), StandardCharsets.UTF_8);
        undo.state(visitor);
    }
}
