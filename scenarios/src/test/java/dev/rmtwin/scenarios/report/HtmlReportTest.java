package dev.rmtwin.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private static final RunResult POLLED = Results.run(
            Results.scenario(
                    "reference-poll-1ms",
                    ReceiveMode.POLL,
                    Ps.MS,
                    List.of(
                            Results.expect("F1.mean", Measure.ONE_WAY_MEAN, 325 * Ps.US, 10),
                            Results.expect("F1.p99", Measure.ONE_WAY_P99, 400 * Ps.US, 10))),
            5000);
    private static final RunResult INTERRUPTED =
            Results.run(Results.scenario("reference-echo", ReceiveMode.INTERRUPT_DMA, 0, List.of()), 5000);

    @Test
    void shouldStandAloneWithoutScriptOrOutsideAddress() {
        String page = render(List.of(POLLED, INTERRUPTED));
        assertThat(page)
                .doesNotContainIgnoringCase("<script")
                .doesNotContainPattern("(?i)https?:")
                .doesNotContainPattern("(?i)\\b(src|href)=")
                .doesNotContainPattern("(?i)@import|url\\(");
    }

    @Test
    void shouldShowWhatRepeatsTheRunAndTheReferenceBesideTheFigure() {
        String page = render(List.of(POLLED));
        assertThat(page)
                .contains("./rmtwin run scenarios/files/reference-poll-1ms.yaml --seed 1")
                .contains("v1:0123456789abcdef", "12,345,678", "600 s")
                .contains("<small class=\"ok\">325 \u00b110 % \u2713</small>")
                .contains("<small class=\"bad\">400 \u00b110 % \u2717</small>")
                .contains("1 of 2 expectations fail");
    }

    @Test
    void shouldShowTheParametersWithUnitsInWords() {
        assertThat(render(List.of(POLLED)))
                .contains("tidy up</td><td class=\"v\">57 microseconds")
                .contains("line rate</td><td class=\"v\">2.125 gigabaud")
                .contains("entry tail</td><td class=\"v\">drawn, mean 200 nanoseconds, at most 2 microseconds")
                .contains("memory</td><td class=\"v\">67,108,864 bytes");
    }

    @Test
    void shouldExplainPollingRowsOnlyWhereSomethingPolls() {
        assertThat(render(List.of(POLLED))).contains("not T/2");
        assertThat(render(List.of(INTERRUPTED))).doesNotContain("not T/2");
    }

    @Test
    void shouldOverlayTheRunsOfOneReceiver() {
        String page = render(List.of(POLLED, INTERRUPTED));
        assertThat(page).contains("<h2>Receiver command@B</h2>", "<h2>Receiver reply@A</h2>");
        assertThat(page.split("<figure>", -1)).hasSize(1 + 2 * 3);
    }

    @Test
    void shouldEscapeNamesThatComeFromUsers() {
        String evil = "</title><script>alert('x')</script>\" onload=\"";
        RunResult run = Results.run(Results.scenario(evil, ReceiveMode.POLL, Ps.MS, List.of()), 100);
        String page = new HtmlReport(evil, "0.1.0", List.of(run, INTERRUPTED)).render();
        assertThat(page)
                .doesNotContain("<script", "\" onload=\"")
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
    }

    @Test
    void shouldSayThatNothingCanBeDrawnWhenNoFrameWasReceived() {
        RunResult empty = Results.run(Results.scenario("silent", ReceiveMode.INTERRUPT_DMA, 0, List.of()), 0);
        assertThat(render(List.of(empty))).contains("No frame was received").doesNotContain("NaN", "Infinity");
    }

    @Test
    void shouldCutChartsWithMoreReceiversThanStyles() {
        List<ReceiverResult> many =
                new ArrayList<>(Collections.nCopies(7, INTERRUPTED.receivers().getFirst()));
        RunResult crowded = new RunResult(
                INTERRUPTED.scenario(),
                INTERRUPTED.command(),
                Ps.SECOND,
                1,
                1,
                "v1:0",
                false,
                many,
                INTERRUPTED.spans(),
                List.of());
        assertThat(render(List.of(crowded))).contains("All receivers, 1 to 6", "All receivers, 7 to 7");
    }

    @Test
    void shouldSayWhenARunWasStopped() {
        assertThat(render(List.of(Results.interrupted(POLLED)))).contains("Stopped before its end");
    }

    @Test
    void shouldWriteNumbersTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        String expected = render(List.of(POLLED));
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(render(List.of(POLLED))).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String render(List<RunResult> runs) {
        return new HtmlReport("Report", "0.1.0", runs).render();
    }
}
