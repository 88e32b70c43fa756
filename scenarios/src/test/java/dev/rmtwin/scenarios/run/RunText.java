package dev.rmtwin.scenarios.run;

import java.util.List;

/** What a run gave, in full and as text, so that it can be compared across processes; wall time and command aside. */
final class RunText {
    private RunText() {}

    static String of(RunResult run) {
        StringBuilder text = new StringBuilder();
        text.append(run.scenario()).append('\n');
        text.append(List.of(run.simulatedPs(), run.events(), run.traceHash(), run.interrupted()));
        for (ReceiverResult receiver : run.receivers()) {
            text.append('\n').append(withoutHistogram(receiver)).append(' ').append(histogram(receiver));
        }
        run.spans().forEach(span -> text.append('\n').append(span));
        run.expectations().forEach(judged -> text.append('\n').append(judged));
        return text.append('\n').toString();
    }

    private static List<Object> withoutHistogram(ReceiverResult r) {
        return List.of(
                r.name(),
                r.flow(),
                r.node(),
                r.mode(),
                r.periodPs(),
                r.oneWayMeanPs(),
                r.oneWayMaxPs(),
                r.waitMeanPs(),
                r.waitMaxPs(),
                r.coreBusyPercent(),
                r.framesSent(),
                r.framesReceived(),
                r.framesLost(),
                r.framesInFlight(),
                r.interrupts(),
                r.wakeups(),
                r.stages());
    }

    private static String histogram(ReceiverResult receiver) {
        StringBuilder text = new StringBuilder();
        text.append(receiver.oneWay().getMinValue())
                .append("..")
                .append(receiver.oneWay().getMaxValue());
        receiver.oneWay()
                .recordedValues()
                .forEach(step -> text.append(' ')
                        .append(step.getValueIteratedTo())
                        .append('x')
                        .append(step.getCountAddedInThisIterationStep()));
        return text.toString();
    }
}
