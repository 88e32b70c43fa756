package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Trace;
import java.util.List;

/**
 * Stage 11, one for each vector that channels use: holds completions back until there are enough of them, or until the first
 * has waited long enough. It holds nothing longer than its timer, nor more than its count. Arrivals of data count alike
 * when they interrupt; what is urgent lets everything go.
 *
 * <p>Settings are rounded as the timer's resolution wants it, and read back rounded. In the adaptive mode count and timer are
 * those of the present {@link CoalesceStep}. Thread: the engine's.
 */
final class InterruptCoalescer {
    /** Where an interrupt goes that may go now: what it announces is still to be asked. */
    interface Output {
        void onInterrupt(InterruptCoalescer coalescer, long nowPs);
    }

    private final QueueProfile profile;
    private final long quantumPs;
    private final Output output;
    private final EpochTimer timer;
    private final Seam<FrameRecord> seam;
    private final RateFollower follower = new RateFollower();
    private int frames;
    private long timerPs;
    private boolean adaptive;
    private int held;
    private int epoch;
    private boolean running;
    private long sincePs;
    private long subject = -1;
    /** Channels whose completions are held, a bit each. */
    private long doneOf;
    /** Channels whose arrivals of data are held. */
    private long dataOf;
    /** Channels that have something urgent to say. */
    private long urgentOf;

    InterruptCoalescer(String owner, QueueProfile profile, Output output, EpochTimer timer, SeamRegistry seams) {
        this.profile = profile;
        this.quantumPs = Math.max(1, profile.coalesceQuantumPs());
        this.output = output;
        this.timer = timer;
        seam = seams.add(new Seam<>(owner + "/coalesce", List.of()));
        resetSettings(0);
    }

    /** A completion entry has been posted. */
    void onCompletion(int channel, FrameRecord record, long nowPs) {
        long extraPs = seam.pass(record, nowPs);
        if (extraPs == Seam.DROPPED) {
            return;
        }
        subject = Trace.record(channel, record.number);
        doneOf |= 1L << channel;
        hold(extraPs, nowPs);
    }

    /** Data has arrived in a channel, and that interrupts. */
    void onData(int channel, long nowPs) {
        dataOf |= 1L << channel;
        hold(0, nowPs);
    }

    /** Something that does not wait: everything held goes with it. */
    void onUrgent(int channel, long nowPs) {
        urgentOf |= 1L << channel;
        fire(nowPs);
    }

    private void hold(long extraPs, long nowPs) {
        if (adaptive && follower.onCompletion(nowPs) && running) {
            startTimer(nowPs);
        }
        held++;
        boolean due = held >= frames() || timerPs() == 0;
        if (due && extraPs > 0) {
            // A fault holds up the completion that makes the count full: the interrupt goes when that gets here.
            running = true;
            sincePs = nowPs;
            timer.start(++epoch, nowPs + extraPs);
        } else if (due) {
            fire(nowPs);
        } else if (!running) {
            running = true;
            sincePs = nowPs + extraPs;
            startTimer(nowPs);
        }
    }

    private void startTimer(long nowPs) {
        timer.start(++epoch, Math.max(nowPs, sincePs + Math.max(timerPs(), quantumPs)));
    }

    /** Count, timer or mode have been set: what is held is judged by them from now on. */
    void onSettings(long nowPs) {
        if (running && (held >= frames() || timerPs() == 0)) {
            fire(nowPs);
        } else if (running) {
            startTimer(nowPs);
        }
    }

    /** The timer started with this epoch has run out. */
    void onTimer(int timerEpoch, long nowPs) {
        if (running && timerEpoch == epoch) {
            fire(nowPs);
        }
    }

    private void fire(long nowPs) {
        output.onInterrupt(this, nowPs);
        drop();
    }

    private void drop() {
        running = false;
        epoch++;
        held = 0;
        subject = -1;
        doneOf = 0;
        dataOf = 0;
        urgentOf = 0;
    }

    /** The last completion held, -1 when there is none. */
    long subject() {
        return subject;
    }

    boolean holdsDone(int channel) {
        return (doneOf >>> channel & 1) != 0;
    }

    boolean holdsData(int channel) {
        return (dataOf >>> channel & 1) != 0;
    }

    boolean holdsUrgent(int channel) {
        return (urgentOf >>> channel & 1) != 0;
    }

    /** A channel has been reset: what it alone had to announce is no more. */
    void forget(int channel) {
        doneOf &= ~(1L << channel);
        dataOf &= ~(1L << channel);
        if ((doneOf | dataOf) == 0) {
            drop();
        }
    }

    /** The count in force. */
    int frames() {
        return adaptive ? follower.step().frames() : frames;
    }

    /** The timer in force. */
    long timerPs() {
        return adaptive ? roundUp(follower.step().timerPs()) : timerPs;
    }

    private long roundUp(long ps) {
        return (ps + quantumPs - 1) / quantumPs * quantumPs;
    }

    int framesSet() {
        return frames;
    }

    void setFrames(long value) {
        frames = Math.clamp(value, 1, 65_535);
    }

    long timerNsSet() {
        return TimerSetting.toNs(timerPs);
    }

    void setTimerNs(long value) {
        timerPs = TimerSetting.toPs(value, quantumPs);
    }

    long mode() {
        return QueueCoalescing.ADAPTIVE.bits(adaptive ? 1 : 0)
                | QueueCoalescing.STEP.bits(follower.step().ordinal())
                | QueueCoalescing.FRAMES.bits(frames());
    }

    void setAdaptive(boolean wanted, long nowPs) {
        if (wanted != adaptive) {
            follower.restart(nowPs);
        }
        adaptive = wanted;
    }

    boolean timerRunning() {
        return running;
    }

    void resetSettings(long nowPs) {
        setFrames(profile.coalesceFrames());
        setTimerNs(TimerSetting.toNs(profile.coalesceTimerPs()));
        adaptive = profile.coalesceAdaptive();
        follower.restart(nowPs);
    }

    void state(StateVisitor visitor) {
        frames = visitor.value("coalesceFrames", frames);
        timerPs = visitor.value("coalesceTimer", timerPs);
        adaptive = visitor.value("adaptive", adaptive);
        follower.state(visitor);
        held = visitor.value("held", held);
        epoch = visitor.value("epoch", epoch);
        running = visitor.value("running", running);
        sincePs = visitor.value("since", sincePs);
        subject = visitor.value("heldSubject", subject);
        doneOf = visitor.value("doneOf", doneOf);
        dataOf = visitor.value("dataOf", dataOf);
        urgentOf = visitor.value("urgentOf", urgentOf);
    }
}
