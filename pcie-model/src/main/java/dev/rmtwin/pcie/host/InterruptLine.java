package dev.rmtwin.pcie.host;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * A level-triggered interrupt line that the functions in a host's slots share: it is asserted while one of them asserts it.
 * While it is, the core that takes it runs every attached handler, in the order of the slots, each at its own cost: the line
 * does not say who wants something, so each handler must ask its own card and answer whether it was meant
 * ({@link InterruptHandler#handled}). When all have run and the line is still asserted, the interrupt comes again.
 *
 * <p>An interrupt that no handler claims is spurious. A line on which nearly all interrupts are so has a source that nobody
 * quietens, and would take the core for good: it is switched off, as Linux does ("nobody cared"), until all handlers have been
 * detached.
 *
 * <p>Fidelity: cycle-approximate. Not modelled: more than one line a host, threaded handlers, polling of a line that was switched
 * off. Thread: the engine's.
 */
public final class InterruptLine implements InterruptHandler, Routine {
    private static final int INPUT_LIMIT = Long.SIZE;

    /** One slot's function on the line. */
    private static final class Sharer {
        private InterruptHandler handler;
        private Routine routine;
        private boolean attached;
        private long claims;
    }

    /**
     * When a line is given up: every so many interrupts, if more than so many of them were unclaimed.
     *
     * @param windowInterrupts interrupts between two looks
     * @param unclaimedLimit unclaimed ones that are still borne
     * @param forgetPs an unclaimed interrupt so long after the last one starts the count anew
     */
    public record Patience(long windowInterrupts, long unclaimedLimit, long forgetPs) {
        /** What Linux does. */
        public static final Patience LINUX = new Patience(100_000, 99_900, 100_000_000_000L);
    }

    private final HostCpu host;
    private final CounterBlock<HostCounter> counters;
    private final Patience patience;
    private final List<Sharer> sharers = new ArrayList<>();
    private long levels;
    private boolean raised;
    private boolean disabled;
    private long inWindow;
    private long unclaimed;
    private long lastUnclaimedPs;
    private int current;
    private Routine running;
    private boolean ran;
    private boolean claimed;

    InterruptLine(HostCpu host, CounterBlock<HostCounter> counters, Patience patience) {
        this.host = host;
        this.counters = counters;
        this.patience = patience;
    }

    int addInput() {
        if (sharers.size() == INPUT_LIMIT) {
            throw new IllegalStateException(host + ": more than " + INPUT_LIMIT + " functions on one line");
        }
        sharers.add(new Sharer());
        return sharers.size() - 1;
    }

    void install(int input, InterruptHandler handler, Routine routine) {
        sharers.get(input).handler = handler;
        sharers.get(input).routine = routine;
    }

    /** Attaches or detaches a slot's handler. The last one that goes takes the line's bad name with it. */
    void setAttached(int input, boolean attach) {
        if (attach && sharers.get(input).handler == null) {
            throw new IllegalStateException(host + ": no handler is installed for slot " + input);
        }
        sharers.get(input).attached = attach;
        if (!attended()) {
            disabled = false;
            inWindow = 0;
            unclaimed = 0;
        }
    }

    private boolean attended() {
        for (Sharer sharer : sharers) {
            if (sharer.attached) {
                return true;
            }
        }
        return false;
    }

    /** A function asserts the line or lets it go. */
    void onLevel(int input, boolean asserted, long nowPs) {
        levels = asserted ? levels | 1L << input : levels & ~(1L << input);
        if (asserted && !attended()) {
            counters.increment(HostCounter.UNHANDLED);
        }
        evaluate(nowPs);
    }

    /** Interrupts a core when the line is asserted and nothing keeps it. */
    void evaluate(long nowPs) {
        if (levels != 0 && !raised && !disabled && attended()) {
            raised = true;
            host.raiseLine(nowPs);
        }
    }

    // ---- on the core that has taken it

    @Override
    public Routine onMessage(int vector, long nowPs) {
        current = 0;
        running = null;
        ran = false;
        claimed = false;
        return this;
    }

    @Override
    public Want resume(RoutineContext context) {
        while (current < sharers.size()) {
            Sharer sharer = sharers.get(current);
            if (running == null && !sharer.attached) {
                current++;
                continue;
            }
            if (running == null) {
                running = sharer.handler.onMessage(HostCpu.LINE_VECTOR, context.nowPs());
                ran = true;
            }
            Want want = running.resume(context);
            if (want != Want.DONE) {
                return want;
            }
            if (sharer.handler.handled()) {
                sharer.claims++;
                claimed = true;
            }
            running = null;
            current++;
            // The next handler starts when this one's time has passed.
            return context.proceed();
        }
        end(context.nowPs());
        return context.done();
    }

    private void end(long nowPs) {
        if (ran) {
            judge(nowPs);
        }
        raised = false;
        evaluate(nowPs);
    }

    private void judge(long nowPs) {
        if (!claimed) {
            counters.increment(HostCounter.LINE_SPURIOUS);
            unclaimed = nowPs - lastUnclaimedPs > patience.forgetPs() ? 1 : unclaimed + 1;
            lastUnclaimedPs = nowPs;
        }
        inWindow++;
        if (inWindow < patience.windowInterrupts()) {
            return;
        }
        disabled = unclaimed > patience.unclaimedLimit();
        inWindow = 0;
        unclaimed = 0;
        if (disabled) {
            counters.increment(HostCounter.LINE_DISABLED);
            host.onLineDisabled(nowPs);
        }
    }

    /** Whether some function asserts it. */
    public boolean asserted() {
        return levels != 0;
    }

    /** Whether it was switched off because nobody claimed its interrupts. */
    public boolean disabled() {
        return disabled;
    }

    /** Interrupts that the handler of a slot has claimed. */
    public long claims(int slot) {
        return sharers.get(slot).claims;
    }

    @Override
    public void state(StateVisitor visitor) {
        levels = visitor.value("lineLevels", levels);
        raised = visitor.value("lineRaised", raised);
        disabled = visitor.value("lineDisabled", disabled);
        inWindow = visitor.value("lineWindow", inWindow);
        unclaimed = visitor.value("lineUnclaimed", unclaimed);
        lastUnclaimedPs = visitor.value("lineLastUnclaimed", lastUnclaimedPs);
        current = visitor.index("lineCurrent", current, sharers.size() + 1);
        boolean inHandler = visitor.value("lineInHandler", running != null);
        ran = visitor.value("lineRan", ran);
        claimed = visitor.value("lineClaimed", claimed);
        for (Sharer sharer : sharers) {
            sharer.attached = visitor.value("sharerAttached", sharer.attached);
            sharer.claims = visitor.value("sharerClaims", sharer.claims);
        }
        if (visitor.restoring()) {
            running = inHandler ? sharers.get(current).routine : null;
        }
    }
}
