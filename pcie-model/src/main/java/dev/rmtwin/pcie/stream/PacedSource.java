package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;

/**
 * A source that sends by a schedule, at its own clock: nobody can hold it back. A unit's contents are a function of seed, name and
 * number.
 *
 * <p>Fidelity: exact. Thread: the engine's.
 */
public abstract sealed class PacedSource extends Component implements StreamSource, UnitGate.Exit
        permits UartSource, SamplerSource {
    private static final int EMIT = 0;
    private static final int BUSY = 1;
    private static final int RELEASE = 2;
    private static final int OUTCOME_SWALLOWED = 1;

    private final Pace pace;
    private final Draw contents;
    private final UnitGate gate;
    private final StreamUnit unit = new StreamUnit();
    private StreamSink sink;
    private long emitted;
    private long swallowed;
    private long burst;
    private long inBurst;
    private long burstStartPs;

    /**
     * How a source sends.
     *
     * @param clock one edge a unit
     * @param unitBits bits of a unit's contents, 1 to 64
     * @param schedule when
     */
    record Pace(ClockDomain clock, int unitBits, BurstSchedule schedule) {}

    PacedSource(String name, Pace pace, SeedTree seeds, SeamRegistry seams) {
        super(name);
        this.pace = pace;
        contents = seeds.seam(name + "/contents");
        gate = new UnitGate(name + "/unit", seams, this);
    }

    /** Where units go; to be called once, before the first. */
    public final void connect(StreamSink target) {
        sink = target;
    }

    /** Begins the first burst at a time; its first unit ends one unit's time later. */
    public final void start(long atPs) {
        burstStartPs = atPs;
        post(Rank.LINK, atPs, BUSY, 0);
    }

    /** The bits of the unit with a number, before any fault. */
    public final long valueOf(long number) {
        return contents.bits(0, number) >>> Long.SIZE - pace.unitBits;
    }

    @Override
    public final void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case BUSY -> {
                sink.onBusy(nowPs);
                postUnit();
            }
            case EMIT -> emit(nowPs);
            case RELEASE -> gate.release(nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    private void postUnit() {
        post(Rank.LINK, burstStartPs + pace.clock.edgePs(inBurst + 1), EMIT, 0);
    }

    private void emit(long nowPs) {
        unit.set(emitted, valueOf(emitted));
        emitted++;
        inBurst++;
        gate.pass(unit, nowPs);
        BurstSchedule.Burst present = pace.schedule.burst(burst);
        if (inBurst < present.units()) {
            postUnit();
            return;
        }
        burst++;
        inBurst = 0;
        boolean more = pace.schedule.burst(burst) != null;
        burstStartPs = nowPs + present.gapPs();
        if (more && present.gapPs() == 0) {
            postUnit();
            return;
        }
        gate.quiet(nowPs);
        if (more) {
            post(Rank.LINK, burstStartPs, BUSY, 0);
        }
    }

    @Override
    public final void onPassed(StreamUnit passed, long nowPs) {
        sink.onUnit(passed, nowPs);
    }

    @Override
    public final void onSwallowed(StreamUnit lost, long nowPs) {
        swallowed++;
        outcome(OUTCOME_SWALLOWED, nowPs, lost.number);
    }

    @Override
    public final void onQuietPassed(long nowPs) {
        sink.onQuiet(nowPs);
    }

    @Override
    public final long spacingPs() {
        return unitPs();
    }

    @Override
    public final void releaseAt(long atPs) {
        post(Rank.LINK, atPs, RELEASE, 0);
    }

    @Override
    public final long emitted() {
        return emitted;
    }

    @Override
    public final long swallowed() {
        return swallowed;
    }

    /** Units that a fault holds up. */
    public final int heldUp() {
        return gate.held();
    }

    @Override
    public final long unitPs() {
        return ceiling(pace.clock);
    }

    static long ceiling(ClockDomain clock) {
        return (clock.periodNumeratorPs() + clock.periodDenominator() - 1) / clock.periodDenominator();
    }

    @Override
    public final void state(StateVisitor visitor) {
        super.state(visitor);
        gate.state(visitor);
        emitted = visitor.value("emitted", emitted);
        swallowed = visitor.value("swallowed", swallowed);
        burst = visitor.value("burst", burst);
        inBurst = visitor.value("inBurst", inBurst);
        burstStartPs = visitor.value("burstStart", burstStartPs);
    }
}
