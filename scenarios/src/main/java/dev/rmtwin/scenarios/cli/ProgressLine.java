package dev.rmtwin.scenarios.cli;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.report.Ansi;
import dev.rmtwin.scenarios.report.Numbers;
import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line on standard error, rewritten in place: percent, simulated time, speed, time left. The first line comes at
 * once; closing wipes it. Runs on several threads may report to one line.
 */
final class ProgressLine implements AutoCloseable {
    private static final long REFRESH_NANOS = 100_000_000;

    private final Console console;
    private final String title;
    private final WallClock clock = WallClock.start();
    private final List<Track> tracks = new ArrayList<>();
    private long shownNanos;
    private boolean closed;

    /**
     * Shows the first line.
     *
     * @param title what runs
     */
    ProgressLine(Console console, String title) {
        this.console = console;
        this.title = Ansi.safe(title);
        show(this.title + "  starting");
    }

    /** A run that this line follows. All runs should be added before the first starts: the percentage is of all. */
    synchronized Progress add(long durationPs) {
        Track track = new Track(durationPs);
        tracks.add(track);
        return track;
    }

    private synchronized void moved(Track track, long nowPs, long endPs) {
        track.nowPs = nowPs;
        track.endPs = Math.max(1, endPs);
        long nanos = clock.elapsedNanos();
        if (nanos - shownNanos >= REFRESH_NANOS) {
            shownNanos = nanos;
            show(line(nanos / 1e9));
        }
    }

    private String line(double elapsedSeconds) {
        double done = 0;
        double all = 0;
        for (Track track : tracks) {
            done += Math.min(track.nowPs, track.endPs);
            all += track.endPs;
        }
        double share = all == 0 ? 0 : done / all;
        double simulatedSeconds = done / Ps.SECOND;
        String left = share <= 0 ? "" : ", " + left(elapsedSeconds * (1 - share) / share) + " left";
        return String.format(
                Locale.ROOT,
                "%s %3.0f %%  %s of %s simulated, %sx real time%s",
                title,
                share * 100,
                Numbers.seconds(simulatedSeconds),
                Numbers.seconds(all / Ps.SECOND),
                Numbers.threeDigits(simulatedSeconds / elapsedSeconds),
                left);
    }

    private static String left(double seconds) {
        long whole = (long) Math.ceil(seconds);
        return whole < 100 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }

    private void show(String line) {
        if (!closed) {
            console.show(line);
        }
    }

    /** Wipes the line. */
    @Override
    public synchronized void close() {
        show("");
        closed = true;
    }

    private final class Track implements Progress {
        private long nowPs;
        private long endPs;

        private Track(long endPs) {
            this.endPs = endPs;
        }

        @Override
        public void at(long now, long end, long events) {
            moved(this, now, end);
        }
    }
}
