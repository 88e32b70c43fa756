package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.device.ChannelTuning;
import java.util.List;

/**
 * Stage 13 of hybrid receive: the first completion interrupts, the rest of a burst is polled.
 *
 * <pre>
 *   interrupt ──► mask the vector, schedule a poll
 *   poll      ──► drain up to the budget, signal ──┬─ budget used up: poll again at once (others may go before)
 *                                                  ├─ found some, with a gap: poll again after the gap
 *                                                  └─ else: unmask, look once more ──┬─ something came: mask, go on
 *                                                                                    └─ nothing: done
 * </pre>
 *
 * <p>No edge is lost between the last look and the unmasking: an interrupt that a completion raises while the vector is masked
 * is pending at the card, which sends it when the mask goes.
 */
final class HybridService implements InterruptHandler, Routine {
    private static final int ENTER = 0;
    private static final int MASK = 1;
    private static final long NS_TO_PS = 1000;

    private final DriverSeat seat;
    private final QueueChannel channel;
    private final Seam<HybridService> seam;
    private final Poll poll;
    private int step;
    private long enteredPs;

    HybridService(DriverSeat seat, QueueChannel channel, ChannelTuning tuning) {
        this.seat = seat;
        this.channel = channel;
        seam = seat.seams().obtain(new Seam<>(seat.seamId(channel.index(), "isr"), List.of()));
        poll = new Poll(tuning);
        seat.transport().installPoll(channel.index(), poll, poll);
    }

    @Override
    public Routine onMessage(int vector, long nowPs) {
        step = ENTER;
        enteredPs = nowPs;
        return this;
    }

    @Override
    public Want resume(RoutineContext context) {
        if (channel.refused()) {
            return context.done();
        }
        if (step == ENTER) {
            long extraPs = seam.pass(this, enteredPs);
            if (extraPs == Seam.DROPPED) {
                return context.done();
            }
            step = MASK;
            if (extraPs > 0) {
                context.charge(extraPs);
                return context.proceed();
            }
        }
        channel.counters().increment(DriverCounter.SERVICED);
        channel.mask(true, context);
        context.charge(seat.costs().servicePs());
        seat.transport().schedulePoll(channel.index(), context.nowPs());
        return context.done();
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("hybridStep", step);
        enteredPs = visitor.value("hybridEntered", enteredPs);
        poll.state(visitor);
    }

    /** What runs outside the interrupt: one completion a step, so that interrupts get in between. */
    private final class Poll implements InterruptHandler, Routine {
        private static final int DRAIN = 0;
        private static final int SIGNAL = 1;
        private static final int DECIDE = 2;
        private static final int LOOK_AGAIN = 3;

        private final ChannelTuning tuning;
        private int step;
        private int moved;
        private long startedPs;

        private Poll(ChannelTuning tuning) {
            this.tuning = tuning;
        }

        @Override
        public Routine onMessage(int vector, long nowPs) {
            step = DRAIN;
            moved = 0;
            startedPs = nowPs;
            channel.counters().increment(DriverCounter.POLLS);
            return this;
        }

        @Override
        public Want resume(RoutineContext context) {
            if (!channel.attached()) {
                return context.done();
            }
            return switch (step) {
                case DRAIN -> drain(context);
                case SIGNAL -> {
                    context.charge(seat.costs().signalPs());
                    channel.eventFd().signal(channel.lastSubject(), context.nowPs());
                    step = DECIDE;
                    yield context.proceed();
                }
                case DECIDE -> decide(context);
                default -> {
                    if (!channel.hasCompletion()) {
                        yield context.done();
                    }
                    channel.mask(true, context);
                    step = DRAIN;
                    moved = 0;
                    startedPs = context.nowPs();
                    yield context.proceed();
                }
            };
        }

        private Want drain(RoutineContext context) {
            if (moved < tuning.pollBudget() && channel.hasCompletion()) {
                channel.takeCompletion(context);
                moved++;
                return context.proceed();
            }
            step = moved > 0 ? SIGNAL : DECIDE;
            if (moved > 0) {
                channel.acknowledge(context);
                seat.trace().line(Stage.ISR, seat.node(), channel.lastSubject(), startedPs);
            }
            return context.proceed();
        }

        private Want decide(RoutineContext context) {
            if (moved == tuning.pollBudget()) {
                channel.counters().increment(DriverCounter.BUDGET_USED);
                seat.transport().schedulePoll(channel.index(), context.nowPs());
                return context.done();
            }
            if (moved > 0 && tuning.pollGapNs() > 0) {
                seat.transport().schedulePoll(channel.index(), context.nowPs() + tuning.pollGapNs() * NS_TO_PS);
                return context.done();
            }
            channel.mask(false, context);
            step = LOOK_AGAIN;
            return context.proceed();
        }

        @Override
        public void state(StateVisitor visitor) {
            step = visitor.value("pollStep", step);
            moved = visitor.value("pollMoved", moved);
            startedPs = visitor.value("pollStarted", startedPs);
        }
    }
}
