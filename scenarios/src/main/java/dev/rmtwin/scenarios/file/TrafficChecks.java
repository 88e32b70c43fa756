package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.core.time.Ps;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** When flows send: echoes, and whether the fibre can carry it. */
final class TrafficChecks {
    /** The first frame when a flow does not say. */
    static final long STANDARD_PHASE_PS = 0;

    private static final MathContext PRECISION = new MathContext(18, RoundingMode.HALF_EVEN);
    private static final BigDecimal PS_PER_SECOND = new BigDecimal("1e12");
    private static final BigDecimal SYMBOLS_PER_BYTE = BigDecimal.TEN;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final Values scenario;
    private final Problems problems;
    private final Map<String, Values> flows;

    TrafficChecks(Values scenario, Problems problems) {
        this.scenario = scenario;
        this.problems = problems;
        this.flows = scenario.map("flows");
    }

    void run() {
        flows.values().forEach(this::checkEcho);
        checkEchoCycles();
        flows.values().forEach(this::checkTimes);
        checkLinkLoad();
    }

    private void checkEcho(Values flow) {
        if (!flow.has("echo")) {
            return;
        }
        String name = flow.text("echo");
        Values echoed = flows.get(name);
        List<String> names = scenario.names("flows");
        if (!names.contains(name)) {
            String right = Problems.instead(name, names, "flows are");
            problems.add(flow.where("echo"), flow.pathOf("echo"), "there is no flow " + Problems.shown(name), right);
        } else if (echoed != null && echoed != flow && misses(echoed, flow)) {
            String node = flow.text("from");
            String wrong = "node " + node + " echoes flow " + name + " but does not receive it";
            String right = "add " + node + " to flows." + name + ".receivers";
            problems.add(flow.where("echo"), flow.pathOf("echo"), wrong, right);
        }
    }

    private static boolean misses(Values echoed, Values flow) {
        return flow.has("from") && !echoed.names("receivers").contains(flow.text("from"));
    }

    private void checkEchoCycles() {
        Set<String> done = new HashSet<>();
        for (Values flow : flows.values()) {
            StringBuilder chain = new StringBuilder(flow.name());
            Set<String> seen = new HashSet<>();
            Values at = flow;
            while (at != null && at.has("echo") && seen.add(at.name())) {
                at = flows.get(at.text("echo"));
                chain.append(" -> ").append(at == null ? "" : at.name());
            }
            if (at == flow && flow.has("echo") && !done.contains(flow.name())) {
                done.addAll(seen);
                String wrong = "echoes go round, so nobody starts: " + chain;
                problems.add(flow.where("echo"), flow.pathOf("echo"), wrong, "give one of them a rate");
            }
        }
    }

    private void checkTimes(Values flow) {
        if (flow.given("echo")) {
            return;
        }
        long phasePs = flow.has("phase") ? flow.number("phase") : STANDARD_PHASE_PS;
        if (scenario.has("duration") && (flow.has("phase") || !flow.given("phase"))) {
            long durationPs = scenario.number("duration");
            if (phasePs >= durationPs) {
                String wrong = "first frame at " + Dimension.TIME.format(phasePs) + ", but senders stop at "
                        + Dimension.TIME.format(durationPs);
                problems.add(flow.where("phase"), flow.path(), wrong, "lower its phase or raise the duration");
            }
        }
        OptionalLong periodPs = periodPs(flow);
        if (flow.has("jitter") && periodPs.isPresent() && flow.number("jitter") >= periodPs.getAsLong()) {
            String wrong = "is not below the period of " + Dimension.TIME.format(periodPs.getAsLong());
            problems.add(flow.where("jitter"), flow.pathOf("jitter"), wrong, "frames would overtake: lower it");
        }
    }

    /** The keys of one flow that sends in bursts. */
    static void checkBurst(Values flow, Problems problems) {
        if (flow.given("burst") != flow.given("gap") && !flow.given("echo")) {
            String key = flow.given("burst") ? "burst" : "gap";
            String other = flow.given("burst") ? "add 'gap: 3 us'" : "add 'burst: 100', or remove it";
            problems.add(flow.where(key), flow.pathOf(key), "'burst' and 'gap' go together", other);
        }
        if (flow.given("burst") && flow.given("jitter")) {
            String wrong = "has no effect on a flow that sends in bursts";
            problems.add(flow.where("jitter"), flow.pathOf("jitter"), wrong, "remove it");
        }
        String every = flow.given("rate") ? "rate" : "period";
        if (flow.has("burst", "gap", every)) {
            long burstPs = flow.number("burst") * flow.number("gap");
            if (burstPs > flow.number(every)) {
                String wrong = "a burst lasts " + Dimension.TIME.format(burstPs) + ", the next begins after "
                        + Dimension.TIME.format(flow.number(every));
                problems.add(
                        flow.where("burst"), flow.pathOf("burst"), wrong, "lower burst or gap, or raise the period");
            }
        }
    }

    private void checkLinkLoad() {
        if (!scenario.has("ring") || !scenario.nested("ring").has("lineRate", "packetOverhead", "maxPayload")) {
            return;
        }
        Map<String, BigDecimal> loads = new HashMap<>();
        Set<String> refused = new HashSet<>();
        List<Values> senders = new ArrayList<>(flows.values());
        senders.sort(Comparator.comparing(f -> f.given("echo")));
        for (Values flow : senders) {
            OptionalLong periodPs = periodPs(flow);
            boolean answersRefused = flow.has("echo") && refused.contains(flow.text("echo"));
            if (answersRefused) {
                refused.add(flow.name());
            }
            if (periodPs.isEmpty() || !flow.has("size", "from") || answersRefused) {
                continue;
            }
            BigDecimal wirePs = wirePs(flow.number("size"));
            BigDecimal load = wirePs.divide(BigDecimal.valueOf(periodPs.getAsLong()), PRECISION);
            String key =
                    flow.given("gap") ? "gap" : flow.given("rate") ? "rate" : flow.given("period") ? "period" : "echo";
            if (load.compareTo(BigDecimal.ONE) > 0) {
                refused.add(flow.name());
                refuseTooFast(flow, key, wirePs, periodPs.getAsLong());
                continue;
            }
            BigDecimal before = loads.getOrDefault(flow.text("from"), BigDecimal.ZERO);
            BigDecimal total = before.add(load);
            loads.put(flow.text("from"), total);
            if (total.compareTo(BigDecimal.ONE) > 0 && before.compareTo(BigDecimal.ONE) <= 0) {
                String percent =
                        total.multiply(HUNDRED).setScale(0, RoundingMode.UP).toPlainString();
                String wrong = "the flows of node " + flow.text("from") + " need " + percent + " % of its fibre";
                problems.add(flow.where(key), flow.pathOf(key), wrong, "lower the rates or sizes to 100 % in all");
            }
        }
    }

    private void refuseTooFast(Values flow, String key, BigDecimal wirePs, long periodPs) {
        boolean gap = key.equals("gap");
        String wrong = "one frame takes " + Dimension.TIME.format(wirePs.longValue() / Ps.NS * Ps.NS)
                + " on the fibre, the " + (gap ? "gap" : "period") + " is " + Dimension.TIME.format(periodPs);
        long leastPs = (wirePs.longValue() / Ps.NS + 1) * Ps.NS;
        String right = gap ? "write at least " + Dimension.TIME.format(leastPs) : "send at most " + mostOften(wirePs);
        problems.add(flow.where(key), flow.pathOf(key), wrong, right);
    }

    private BigDecimal wirePs(long sizeBytes) {
        Values ring = scenario.nested("ring");
        long packets = Math.ceilDiv(sizeBytes, ring.number("maxPayload"));
        long wireBytes = sizeBytes + packets * ring.number("packetOverhead");
        return BigDecimal.valueOf(wireBytes)
                .multiply(SYMBOLS_PER_BYTE)
                .multiply(PS_PER_SECOND)
                .divide(BigDecimal.valueOf(ring.number("lineRate")), PRECISION);
    }

    private static String mostOften(BigDecimal wirePs) {
        return Dimension.FREQUENCY.format(PS_PER_SECOND.divide(wirePs, new MathContext(4, RoundingMode.DOWN)));
    }

    /** The shortest time between two frames of a flow; of the flow at the end of its echoes when it echoes. */
    private OptionalLong periodPs(Values flow) {
        Values at = flow;
        for (int i = 0; i <= flows.size() && at != null; i++) {
            if (at.has("gap")) {
                return OptionalLong.of(at.number("gap"));
            }
            if (at.has("rate")) {
                return OptionalLong.of(at.number("rate"));
            }
            if (at.has("period")) {
                return OptionalLong.of(at.number("period"));
            }
            at = at.has("echo") ? flows.get(at.text("echo")) : null;
        }
        return OptionalLong.empty();
    }
}
