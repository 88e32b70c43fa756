package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.scenarios.model.ReceiveMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether every receiver can do on its node's card what its mode asks. */
final class ReceiverChecks {
    private static final long BUFFERS_LIMIT_BYTES = 1L << 30;

    private final Values scenario;
    private final Problems problems;
    private final Map<String, Values> nodes;
    private final Map<String, Integer> channelsUsed = new HashMap<>();
    private final Map<String, String> announced = new HashMap<>();

    ReceiverChecks(Values scenario, Problems problems) {
        this.scenario = scenario;
        this.problems = problems;
        this.nodes = scenario.map("nodes");
    }

    void run() {
        for (Values flow : scenario.map("flows").values()) {
            for (Values receiver : flow.map("receivers").values()) {
                Values node = nodes.get(receiver.name());
                List<String> names = scenario.names("nodes");
                if (!names.contains(receiver.name())) {
                    String right = Problems.instead(receiver.name(), names, "there are");
                    problems.add(receiver.where(), receiver.path(), "there is no such node", right);
                } else if (flow.has("from") && flow.text("from").equals(receiver.name())) {
                    String wrong =
                            "node " + receiver.name() + " sends this flow: a card takes its own packets off the ring";
                    problems.add(receiver.where(), receiver.path(), wrong, "receive it on another node");
                } else if (node != null) {
                    check(flow, receiver, node);
                }
            }
        }
    }

    private void check(Values flow, Values receiver, Values node) {
        checkBuffers(flow, receiver);
        if (!receiver.has("mode")) {
            return;
        }
        ReceiveMode mode = ScenarioKeys.mode(receiver);
        if (mode == ReceiveMode.NETWORK_INTERRUPT) {
            checkAnnounced(flow, receiver);
        }
        Optional<Values> card = ScenarioChecks.card(scenario, node).filter(c -> c.has("identity"));
        if (card.isEmpty() || mode == ReceiveMode.NETWORK_INTERRUPT) {
            return;
        }
        if (card.get().text("identity").equals(CardKeys.IDENTITY_5565)) {
            String wrong = "the 5565 of node " + node.name() + " has no queue block for mode " + mode.label();
            String right = "use mode network-interrupt with 'notify: INT1' in the flow, or an rm-queue card";
            problems.add(receiver.where("mode"), receiver.pathOf("mode"), wrong, right);
        } else {
            checkChannels(receiver, node, card.get());
            checkHeard(receiver, mode, card.get());
        }
    }

    private void checkChannels(Values receiver, Values node, Values card) {
        int used = channelsUsed.merge(node.name(), 1, Integer::sum);
        if (card.has("queue") && card.nested("queue").has("channels")) {
            long channels = card.nested("queue").number("channels");
            if (used == channels + 1) {
                String wrong = "node " + node.name() + " has " + channels + " receive channels, all taken";
                problems.add(receiver.where(), receiver.path(), wrong, "raise card.queue.channels or drop a receiver");
            }
        }
    }

    /** A card that waits for its interrupt to be opened keeps nothing for a receiver that never opens it. */
    private void checkHeard(Values receiver, ReceiveMode mode, Values card) {
        boolean interrupts = mode == ReceiveMode.INTERRUPT_DMA || mode == ReceiveMode.HYBRID;
        boolean discards = card.has("queue")
                && card.nested("queue").has("unheard")
                && card.nested("queue").text("unheard").equals(CardKeys.DISCARD);
        if (discards && !interrupts) {
            String wrong = "the card discards frames while its interrupt is not open, and mode " + mode.label()
                    + " never opens it";
            String right = "use mode interrupt-dma or hybrid, or 'unheard: keep' on the card";
            problems.add(receiver.where("mode"), receiver.pathOf("mode"), wrong, right);
        }
    }

    private void checkAnnounced(Values flow, Values receiver) {
        if (!flow.given("notify")) {
            String wrong = "mode network-interrupt, but flow " + flow.name() + " sends no network interrupt";
            problems.add(receiver.where("mode"), receiver.pathOf("mode"), wrong, "add 'notify: INT1' to the flow");
            return;
        }
        if (flow.has("notify")) {
            String key = receiver.name() + " " + flow.text("notify");
            String first = announced.putIfAbsent(key, flow.name());
            if (first != null) {
                String wrong = "flow " + first + " is announced to node " + receiver.name() + " by "
                        + flow.text("notify") + " too";
                problems.add(flow.where("notify"), flow.pathOf("notify"), wrong, "use another of INT1, INT2, INT3");
            }
        }
    }

    private void checkBuffers(Values flow, Values receiver) {
        if (receiver.has("buffer") && flow.has("size") && receiver.number("buffer") < flow.number("size")) {
            String size = Dimension.BYTES.format(flow.number("size"));
            String wrong = "is less than a frame of " + size;
            problems.add(receiver.where("buffer"), receiver.pathOf("buffer"), wrong, "write at least " + size);
        }
        if (receiver.has("ring") && flow.has("size")) {
            long standard = Math.max(ScenarioKeys.LEAST_BUFFER_BYTES, flow.number("size"));
            long buffer = receiver.has("buffer") ? receiver.number("buffer") : standard;
            long all = buffer * receiver.number("ring");
            if (all > BUFFERS_LIMIT_BYTES) {
                String wrong = "its buffers need " + Dimension.BYTES.format(all) + " of host memory";
                problems.add(receiver.where("ring"), receiver.path(), wrong, "lower ring or buffer to 1 GiB in all");
            }
        }
    }
}
