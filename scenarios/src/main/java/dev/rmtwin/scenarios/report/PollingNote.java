package dev.rmtwin.scenarios.report;

import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Collection;

/** Why the polling rows are not those of an ideal poller: stands under every table with a polling receiver. */
public final class PollingNote {
    /** One paragraph. */
    public static final String TEXT = """
            Why the polling rows are not T/2: an ideal poller that looks exactly every T waits T/2 on average and T at \
            worst, 500 us for 1 ms and 50 us for 100 us. A sleep never returns early, so a loop that sleeps for T can \
            only be later than that; yet the reference measured 325 us and 48 us. What fits both rows is a loop that \
            yields until its time has come: a look costs 60 us to 67 us of core (register reads over the bus and \
            tidy-up), two looks lie max(0.62 T, look + 5 us) apart with a variation near 0.2, and a thread that burns \
            its core is now and then stalled by the scheduler. The factor 0.62 is a fit without a known mechanism. At \
            100 us the look itself fills the period: hence the core load near 95 %.""";

    private PollingNote() {}

    /** Whether a receiver of these runs polls at a period. */
    public static boolean appliesTo(Collection<RunResult> runs) {
        return runs.stream().flatMap(run -> run.receivers().stream()).anyMatch(r -> r.mode() == ReceiveMode.POLL);
    }
}
