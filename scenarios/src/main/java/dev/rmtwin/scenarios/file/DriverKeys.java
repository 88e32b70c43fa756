package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.device.ChannelTuning;
import dev.rmtwin.device.driver.DriverOptions;
import dev.rmtwin.device.driver.DriverOptions.Order;
import dev.rmtwin.scenarios.model.ReceiveMode;
import java.util.List;

/** The keys of a node's driver, and what spans a receiver's keys for it. */
final class DriverKeys {
    /** Completions that a poll takes when the receiver does not say. */
    static final int STANDARD_BUDGET = 64;

    private static final long NS_TO_PS = 1000;
    private static final String KEEP = "keep";
    private static final String RESET_HEAD = "reset-head";
    private static final String ROLL_BACK = "roll-back";
    private static final String KEEP_ATTACHED = "keep-attached";
    /** In the order of {@link Order}. */
    private static final List<String> ORDERS =
            List.of("proven", "receive-before-descriptors", "receive-before-interrupt");

    static final Section<DriverOptions> DRIVER = Section.of("'driver'", DriverOptions.class)
            .may(
                    "order",
                    new Kind.Choice(ORDERS),
                    ORDERS.getFirst(),
                    "order of its start; all but proven are mistakes of legacy drivers",
                    d -> ORDERS.get(d.order().ordinal()))
            .may(
                    "attach",
                    new Kind.Choice(List.of(KEEP, RESET_HEAD)),
                    KEEP,
                    "what attaching does with frames completed before: keep them, or reset-head throws them away",
                    d -> d.attachResetsHead() ? RESET_HEAD : KEEP)
            .may(
                    "failedEnable",
                    new Kind.Choice(List.of(ROLL_BACK, KEEP_ATTACHED)),
                    ROLL_BACK,
                    "when enabling fails: roll-back undoes all, keep-attached leaves the interrupt and the card as they are",
                    d -> d.keepsAttached() ? KEEP_ATTACHED : ROLL_BACK)
            .may(
                    "stepGap",
                    Kind.time("0 us", "1 s"),
                    "0 us",
                    "time between two steps of its start",
                    DriverOptions::stepGapPs)
            .check(DriverKeys::checkDriver)
            .make(v -> new DriverOptions(
                    Order.values()[ORDERS.indexOf(v.text("order"))],
                    v.text("attach").equals(RESET_HEAD),
                    v.text("failedEnable").equals(KEEP_ATTACHED),
                    v.number("stepGap")));

    private DriverKeys() {}

    private static void checkDriver(Values v, Problems problems) {
        if (v.has("order", "attach")
                && v.text("attach").equals(RESET_HEAD)
                && !v.text("order").equals(ORDERS.getLast())) {
            String wrong = "nothing is completed before the interrupt is attached in order " + v.text("order");
            problems.add(
                    v.where("attach"), v.pathOf("attach"), wrong, "write keep, or 'order: " + ORDERS.getLast() + "'");
        }
    }

    /** The tuning of a receiver without problems. */
    static ChannelTuning tuning(Values v) {
        boolean hybrid = ScenarioKeys.mode(v) == ReceiveMode.HYBRID;
        int budget = v.has("budget") ? v.integer("budget") : STANDARD_BUDGET;
        return new ChannelTuning(
                hybrid ? budget : 0,
                v.has("pollGap") ? v.number("pollGap") / NS_TO_PS : 0,
                v.has("coalesceFrames") ? v.integer("coalesceFrames") : 0,
                v.has("coalesceTime") ? v.number("coalesceTime") / NS_TO_PS : -1);
    }

    /** What fits no other key of a receiver, or no mode. */
    static void checkReceiver(Values v, Problems problems) {
        for (String key : List.of("pollGap", "coalesceTime")) {
            if (v.has(key) && v.number(key) % NS_TO_PS != 0) {
                long above = (v.number(key) / NS_TO_PS + 1) * NS_TO_PS;
                String right = "write e.g. " + Dimension.TIME.format(above);
                problems.add(v.where(key), v.pathOf(key), "is not a whole number of ns", right);
            }
        }
        if (v.has("coalesceFrames", "coalesceTime")
                && v.number("coalesceFrames") > 1
                && v.number("coalesceTime") == 0) {
            String wrong = "without a time no frame waits for others";
            String right = "write e.g. 20 us, or coalesceFrames: 1";
            problems.add(v.where("coalesceTime"), v.pathOf("coalesceTime"), wrong, right);
        }
        if (v.has("mode")) {
            ReceiveMode mode = ScenarioKeys.mode(v);
            refuse(v, problems, List.of("budget", "pollGap"), mode == ReceiveMode.HYBRID, "use mode hybrid");
            boolean interrupts = mode == ReceiveMode.HYBRID || mode == ReceiveMode.INTERRUPT_DMA;
            String right = "use mode interrupt-dma or hybrid";
            refuse(v, problems, List.of("coalesceFrames", "coalesceTime"), interrupts, right);
        }
    }

    private static void refuse(Values v, Problems problems, List<String> keys, boolean effective, String right) {
        for (String key : keys) {
            if (v.given(key) && !effective) {
                String wrong = "has no effect in mode " + v.text("mode");
                problems.add(v.where(key), v.pathOf(key), wrong, "remove it, or " + right);
            }
        }
    }
}
