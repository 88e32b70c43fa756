package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.host.HostProfile;

/**
 * Looks at the card at a period: reads its status registers over the bus, takes what is there, tidies up, and yields until
 * the next look. Two looks are never closer than one look's length and a gap.
 */
public final class PollReceiver implements Routine {
    private static final int LOOK = 0;
    private static final int READING = 1;
    private static final int TAKING = 2;
    private static final int TIDYING = 3;
    private static final int PPM = 1_000_000;

    private final FrameConsumer consumer;
    private final ReadPort port;
    private final HostProfile.Polling costs;
    private final long intervalPs;
    private final Draw chance;
    private int step;
    private int reads;
    private boolean found;
    private long look;
    private long lookPs;

    /**
     * @param consumer takes the frames
     * @param port reads the card's registers
     * @param costs what a look costs
     * @param periodPs the period asked for
     * @param chance of the interval
     */
    public PollReceiver(FrameConsumer consumer, ReadPort port, HostProfile.Polling costs, long periodPs, Draw chance) {
        this.consumer = consumer;
        this.port = port;
        this.costs = costs;
        this.chance = chance;
        intervalPs = Math.multiplyExact(periodPs / 1000, costs.intervalFactorPpm()) / (PPM / 1000);
    }

    @Override
    public Want resume(RoutineContext context) {
        return switch (step) {
            case LOOK -> {
                lookPs = context.nowPs();
                reads = 0;
                found = false;
                step = costs.statusReads() == 0 ? TAKING : READING;
                yield costs.statusReads() == 0 ? resume(context) : readStatus(context);
            }
            case READING -> {
                // The first read decides; the others confirm that DMA is done and the buffer may be read.
                found |= reads == 1 && (context.value() & QueueRegister.STATUS_COMPLETIONS) != 0;
                if (reads < costs.statusReads()) {
                    yield readStatus(context);
                }
                step = TAKING;
                yield found ? resume(context) : tidyUp(context);
            }
            case TAKING -> {
                consumer.channel().fetch(context);
                yield consumer.consume(lookPs, context) ? context.proceed() : tidyUp(context);
            }
            default -> {
                step = LOOK;
                yield context.loop(costs.yieldCheckPs(), costs.yieldAwayPs(), false, nextLookPs(context));
            }
        };
    }

    private Want readStatus(RoutineContext context) {
        reads++;
        long address = BarAddress.of(
                QueueRegister.BAR,
                QueueRegister.STATUS.offset(consumer.channel().index()));
        return context.read(port, address, QueueRegister.STATUS.widthBytes());
    }

    private Want tidyUp(RoutineContext context) {
        context.charge(costs.tidyUpPs());
        step = TIDYING;
        return context.proceed();
    }

    private long nextLookPs(RoutineContext context) {
        long deviationPs = intervalPs / 1000 * costs.intervalVariationPpm() / (PPM / 1000);
        long drawnPs = chance.bell(intervalPs, deviationPs, look++);
        return Math.max(lookPs + drawnPs, context.nowPs() + costs.gapPs());
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("pollStep", step);
        reads = visitor.value("pollReads", reads);
        found = visitor.value("found", found);
        look = visitor.value("look", look);
        lookPs = visitor.value("lookPs", lookPs);
        consumer.state(visitor);
    }
}
