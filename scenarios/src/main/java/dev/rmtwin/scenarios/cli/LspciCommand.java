package dev.rmtwin.scenarios.cli;

import dev.rmtwin.pcie.card.CardConfig;
import dev.rmtwin.pcie.card.CardIdentity;
import dev.rmtwin.pcie.config.BusEnumeration;
import dev.rmtwin.pcie.config.ConfigDump;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.report.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lspci}: configuration spaces as the real {@code lspci} prints and reads them. */
@Command(
        name = "lspci",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Prints the configuration space of a ring's cards, all 4096 bytes, in the hex form that the",
            "real lspci (package pciutils) decodes with -F. Bus numbers are node ids. The cards stand as",
            "a host leaves them: windows placed, memory and bus master on."
        },
        footer = {
            "",
            "Examples:",
            "  ./rmtwin lspci > cards && lspci -F cards -vvv",
            "  ./rmtwin lspci --profile 5565 > card && lspci -F card -vvv",
            "  ./rmtwin lspci my.yaml --node 2"
        })
final class LspciCommand implements Callable<Integer> {
    private static final String STANDARD_RING = "reference-echo";
    private static final String RING_OF_PROFILE = "portable-5565";
    private static final String QUEUE_IDENTITY = "rm-queue";
    private static final String PLAIN_IDENTITY = "5565";
    private static final String STANDARD_PROFILE = "reference-lab";

    /** Where a host's firmware places windows: below the last quarter of 4 GiB, and above the ports of a PC's own devices. */
    private static final long MEMORY_BASE = 0xC000_0000L;

    private static final long IO_BASE = 0xD000;

    private final Session session;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description =
                    "A scenario file, or the name of a built-in scenario; else the ring of " + STANDARD_RING + ".")
    private Path file;

    @Option(names = "--node", paramLabel = "N", description = "Only the node with this id.")
    private Integer node;

    @Option(
            names = "--profile",
            paramLabel = "P",
            description = "One card of this profile, of no ring: a name (see list), ./FILE.yaml, or rm-queue for the"
                    + " standard profile.")
    private String profile;

    @Option(names = "--json", description = "One JSON document on standard output instead of text.")
    private boolean json;

    LspciCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<NodeSpec> nodes = profile != null ? List.of(cardOfProfile()) : nodesOfRing();
        if (json) {
            session.console().out().print(document(nodes));
            return ExitStatus.OK;
        }
        for (NodeSpec spec : nodes) {
            String title = identity(spec) + " of rmtwin, profile " + spec.card().name() + ", node " + spec.id();
            session.console().out().print(ConfigDump.text(config(spec), address(spec), title));
        }
        return ExitStatus.OK;
    }

    private NodeSpec cardOfProfile() {
        if (file != null || node != null) {
            throw CommandFailure.badInput("--profile stands for a card of no ring: leave out FILE and --node");
        }
        String name = profile.equals(QUEUE_IDENTITY) ? STANDARD_PROFILE : profile;
        List<String> known = session.source().cardProfiles().stream()
                .map(ScenarioSource.Entry::name)
                .toList();
        if (!known.contains(name) && !name.contains("/") && !name.endsWith(".yaml")) {
            throw CommandFailure.badInput("--profile: there is no card profile '" + profile + "'; there are "
                    + String.join(", ", known) + ", or name a file: ./FILE.yaml");
        }
        Settings card = Settings.of(null, null);
        card.set.add("card="
                + (known.contains(name) ? name : session.resolve(Path.of(name)).toAbsolutePath()));
        // Its receivers ask nothing of a card, so any profile fits into it.
        return session.source().builtIn(RING_OF_PROFILE, card).nodes().getFirst();
    }

    private List<NodeSpec> nodesOfRing() {
        List<NodeSpec> nodes = load().nodes();
        if (node == null) {
            return nodes;
        }
        List<NodeSpec> chosen = nodes.stream().filter(spec -> spec.id() == node).toList();
        if (chosen.isEmpty()) {
            String ids = nodes.stream().map(spec -> Integer.toString(spec.id())).collect(Collectors.joining(", "));
            throw CommandFailure.badInput("--node: the ring has no node " + node + "; its ids are " + ids);
        }
        return chosen;
    }

    private Scenario load() {
        Settings unchanged = Settings.of(null, null);
        return file == null ? session.source().builtIn(STANDARD_RING, unchanged) : session.load(file, unchanged);
    }

    private static ConfigSpace config(NodeSpec spec) {
        ConfigSpace config = new ConfigSpace(
                CardConfig.layout(spec.id(), spec.card(), spec.network().memoryBytes()));
        BusEnumeration.assign(config, MEMORY_BASE, IO_BASE, 0);
        return config;
    }

    private static String identity(NodeSpec spec) {
        return spec.card().identity() == CardIdentity.RM_QUEUE ? QUEUE_IDENTITY : PLAIN_IDENTITY;
    }

    private static String address(NodeSpec spec) {
        return String.format(Locale.ROOT, "%02x:00.0", spec.id());
    }

    private static String document(List<NodeSpec> nodes) {
        return Json.document(generator -> {
            generator.writeStartObject();
            generator.writeArrayPropertyStart("cards");
            for (NodeSpec spec : nodes) {
                ConfigSpace config = config(spec);
                generator.writeStartObject();
                generator.writeNumberProperty("node", spec.id());
                generator.writeStringProperty("address", address(spec));
                generator.writeStringProperty("identity", identity(spec));
                generator.writeStringProperty("profile", spec.card().name());
                generator.writeStringProperty("bytes", hex(config));
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
        });
    }

    private static String hex(ConfigSpace config) {
        StringBuilder hex = new StringBuilder();
        for (int offset = 0; offset < ConfigRegister.SPACE_BYTES; offset++) {
            hex.append(String.format(Locale.ROOT, "%02x", config.peek(offset, 1)));
        }
        return hex.toString();
    }
}
