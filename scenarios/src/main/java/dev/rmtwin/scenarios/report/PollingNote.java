package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Why the polling rows are not those of an ideal poller: stands under every table where that is so. */
public final class PollingNote {
    private static final int PPM = 1_000_000;
    private static final double PERCENT_PPM = PPM / 100.0;

    private static final String TEXT = """
            Why the polling rows are not T/2: an ideal poller that looks exactly every T waits T/2 on average and T at \
            worst, 500 us for 1 ms and 50 us for 100 us. A sleep never returns early, so a loop that sleeps for T can \
            only be later than that; yet the reference measured 325 us and 48 us. What fits both rows is a loop that \
            yields until its time has come. In this host's profile a look reads %d registers over the bus and then \
            tidies up for %.0f us, two looks lie max(%.2f T, look + %.0f us) apart with a variation of %.2f, and a thread \
            that burns its core is stalled by the scheduler after about %.1f ms of it. The factor is a fit without a \
            known mechanism. At 100 us the look itself fills the period: hence the load of the core.""";

    private PollingNote() {}

    /** The note, in one paragraph; empty when no receiver polls otherwise than ideally. */
    public static Optional<String> of(Collection<RunResult> runs) {
        return runs.stream()
                .flatMap(run -> run.receivers().stream()
                        .filter(r -> r.mode() == ReceiveMode.POLL)
                        .map(r -> host(run, r)))
                .filter(host -> host.polling().intervalFactorPpm() != PPM)
                .findFirst()
                .map(PollingNote::text);
    }

    private static HostProfile host(RunResult run, ReceiverResult receiver) {
        return run.scenario().node(receiver.node()).host();
    }

    private static String text(HostProfile host) {
        HostProfile.Polling polling = host.polling();
        return String.format(
                Locale.ROOT,
                TEXT,
                polling.statusReads(),
                Ps.toMicros(polling.tidyUpPs()),
                polling.intervalFactorPpm() / (double) PPM,
                Ps.toMicros(polling.gapPs()),
                polling.intervalVariationPpm() / PERCENT_PPM / 100.0,
                Ps.toMicros(host.scheduler().slicePs()) / 1000.0);
    }
}
