package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import java.util.List;

/**
 * Stage 11: holds completions back until there are enough of them, or until the first has waited long enough. It holds
 * nothing longer than its timer, nor more than its count.
 *
 * <p>Settings are rounded as the timer's resolution wants it, and read back rounded. Thread: the engine's.
 */
final class InterruptCoalescer {
    private static final int NS_TO_PS = 1000;

    /** Where an interrupt goes that may go now. */
    interface Output {
        void onInterrupt(long lastRecord, long nowPs);
    }

    /** Starts the timer; it comes back as {@link #onTimer} with the same epoch. */
    interface Timer {
        void start(int epoch, long timePs);
    }

    private final long quantumPs;
    private final Output output;
    private final Timer timer;
    private final Seam<FrameRecord> seam;
    private int frames;
    private long timerPs;
    private int held;
    private int epoch;
    private boolean running;
    private long sincePs;
    private long lastRecord;

    InterruptCoalescer(String owner, QueueProfile profile, Output output, Timer timer, SeamRegistry seams) {
        this.quantumPs = Math.max(1, profile.coalesceQuantumPs());
        this.output = output;
        this.timer = timer;
        seam = seams.add(new Seam<>(owner + "/coalesce", List.of()));
        reset(profile);
    }

    /** A completion entry has been posted. */
    void onCompletion(FrameRecord record, long nowPs) {
        long extraPs = seam.pass(record, nowPs);
        if (extraPs == Seam.DROPPED) {
            return;
        }
        lastRecord = record.number;
        held++;
        boolean due = held >= frames || timerPs == 0;
        if (due && extraPs > 0) {
            // A fault holds up the completion that makes the count full: the interrupt goes when that gets here.
            running = true;
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
        timer.start(++epoch, Math.max(nowPs, sincePs + Math.max(timerPs, quantumPs)));
    }

    /** Count or timer have been set: what is held is judged by them from now on. */
    void onSettings(long nowPs) {
        if (running && (held >= frames || timerPs == 0)) {
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
        running = false;
        epoch++;
        held = 0;
        output.onInterrupt(lastRecord, nowPs);
    }

    int frames() {
        return frames;
    }

    void setFrames(long value) {
        frames = Math.clamp(value, 1, 65_535);
    }

    int timerNs() {
        return (int) (timerPs / NS_TO_PS);
    }

    void setTimerNs(long value) {
        long askedPs = Math.clamp(value, 0, 1_000_000_000L) * NS_TO_PS;
        timerPs = (askedPs + quantumPs - 1) / quantumPs * quantumPs;
    }

    boolean timerRunning() {
        return running;
    }

    void reset(QueueProfile profile) {
        setFrames(profile.coalesceFrames());
        setTimerNs(profile.coalesceTimerPs() / NS_TO_PS);
        held = 0;
        running = false;
        epoch++;
    }

    void state(StateVisitor visitor) {
        frames = visitor.value("coalesceFrames", frames);
        timerPs = visitor.value("coalesceTimer", timerPs);
        held = visitor.value("held", held);
        epoch = visitor.value("epoch", epoch);
        running = visitor.value("running", running);
        sincePs = visitor.value("since", sincePs);
        lastRecord = visitor.value("lastRecord", lastRecord);
    }
}
