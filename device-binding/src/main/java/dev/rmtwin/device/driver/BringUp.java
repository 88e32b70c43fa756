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
 * Starts a card's channels in the one right order: query, map, post descriptors, attach the interrupt, enable receive. Enabling
 * last is what keeps the first frame from being lost. A step that fails undoes the steps before it, in reverse, so that
 * no interrupt stays attached to a channel that does not receive.
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
        UNDO;

        private static final Step[] VALUES = values();
    }

    private final DriverSeat seat;
    private final RmDriver.CardTraits traits;
    private final List<DriverChannel> channels;
    private final ShutDown undo;
    private Step step = Step.QUERY_BOARD;
    private int channel;
    private String failure = "";

    BringUp(DriverSeat seat, RmDriver.CardTraits traits, List<DriverChannel> channels) {
        this.seat = seat;
        this.traits = traits;
        this.channels = channels;
        undo = new ShutDown(seat, channels);
    }

    @Override
    public Want resume(RoutineContext context) {
        switch (step) {
            case QUERY_BOARD -> {
                step = Step.CHECK_BOARD;
                return read(BarAddress.of(RmRegister.BAR, RmRegister.BID.offset()), 1, context);
            }
            case CHECK_BOARD -> {
                if (context.value() != BOARD_ID) {
                    return refuse("board id " + Long.toHexString(context.value()) + " is not 65", context);
                }
                if (!traits.queueBlock()) {
                    step = Step.PREPARE;
                    return context.proceed();
                }
                step = Step.CHECK_QUEUE_BLOCK;
                return read(BarAddress.of(QueueRegister.BAR, QueueRegister.VERSION.offset()), 4, context);
            }
            case CHECK_QUEUE_BLOCK -> {
                if (context.value() != QueueRegister.LAYOUT_VERSION) {
                    return refuse("queue block layout " + context.value() + " is unknown", context);
                }
                step = Step.PREPARE;
                return context.proceed();
            }
            case PREPARE -> {
                for (DriverChannel prepared : channels) {
                    prepared.map(context);
                    prepared.post(context);
                    prepared.attach(context);
                }
                step = Step.ENABLE;
                return context.proceed();
            }
            case UNDO -> {
                return undo(context);
            }
            default -> {
                return enableAndVerify(context);
            }
        }
    }

    private Want enableAndVerify(RoutineContext context) {
        if (step == Step.VERIFY) {
            if (!channels.get(channel).enabled(context.value())) {
                failure = "channel " + channels.get(channel).index()
                        + " refused to be enabled: its settings do not make sense";
                step = Step.UNDO;
                return undo(context);
            }
            channel++;
        }
        if (channel == channels.size()) {
            step = Step.DONE;
            return context.done();
        }
        DriverChannel next = channels.get(channel);
        next.enable(context);
        step = Step.VERIFY;
        return read(next.verifyAddress(), 4, context);
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
        byte[] why = failure.getBytes(StandardCharsets.UTF_8);
        failure = new String(visitor.bytes("failure", why, FAILURE_LIMIT_BYTES), StandardCharsets.UTF_8);
        undo.state(visitor);
    }
}
