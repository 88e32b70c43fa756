package dev.rmtwin.scenarios.file;

import java.util.Map;

/** The commented scenario to start from: the words come from the table of keys, the sample values are below. */
public final class ScenarioTemplate {
    private static final int WIDTH = 118;

    /** Values for the keys that stand for more than one value; all others show their standard or example. */
    private static final Map<String, String> SAMPLES =
            Map.of("ring", """
            ring: {lineRate: 2.125 Gbaud, span: 20 m}
            """, "nodes", """
            nodes:
              A: {id: 1}
              B: {id: 2}
              C: {id: 3}
            """, "flows", """
            flows:
              command:
                from: A
                offset: 0x1000
                size: 100 B
                rate: 1 kHz
                receivers:
                  B: {mode: interrupt-dma}
              answer:
                from: B
                echo: command
                offset: 0x2000
                size: 100 B
                receivers:
                  A: {mode: interrupt-dma}
            """, "expectations", """
            expectations:
              - {id: mean, receiver: command@B, measure: oneWay.mean, expected: 7.8 us, tolerance: 10 %}
              - {id: tail, receiver: command@B, measure: oneWay.p99, atMost: 20 us}
              - {id: no-loss, receiver: command@B, measure: framesLost, expected: 0}
            """, "include", """
            #include: other.yaml
            """);

    private ScenarioTemplate() {}

    /** The text of a new scenario file; it loads as it is. */
    public static String text() {
        StringBuilder out = new StringBuilder();
        out.append("# A scenario: run it with  ./rmtwin run THIS_FILE\n");
        out.append("# Times, sizes and rates carry their unit: 1.5 us, 100 B, 1 kHz. The rest has its standard.\n");
        for (Key<?> key : ScenarioKeys.SCENARIO.keys().values()) {
            out.append('\n');
            comment(out, "", key);
            describeBelow(out, key.kind(), "  ");
            String sample = SAMPLES.get(key.name());
            boolean empty = key.standard() != null && key.standard().isEmpty();
            String value = empty ? "what this scenario shows" : KindText.example(key);
            out.append(sample == null ? key.name() + ": " + value + "\n" : sample);
        }
        return out.toString();
    }

    private static void describeBelow(StringBuilder out, Kind kind, String indent) {
        Section<?> below = switch (kind) {
            case Kind.Nested n -> n.section();
            case Kind.MapOf m -> m.section();
            case Kind.ListOf l -> l.section();
            default -> null;
        };
        if (below == null) {
            return;
        }
        for (Key<?> key : below.keys().values()) {
            comment(out, indent + key.name() + ": ", key);
            describeBelow(out, key.kind(), indent + "  ");
        }
    }

    private static void comment(StringBuilder out, String lead, Key<?> key) {
        boolean standard = key.standard() != null && !key.standard().isEmpty();
        boolean below = key.kind() instanceof Kind.Nested
                || key.kind() instanceof Kind.MapOf
                || key.kind() instanceof Kind.ListOf;
        String needed = key.required() ? "" : standard ? "; standard " + key.standard() : "; optional";
        String line = lead + key.doc() + (below ? "" : " (" + KindText.of(key.kind()) + ")") + needed;
        String indent = " ".repeat(lead.length() - lead.stripLeading().length() + 4);
        StringBuilder row = new StringBuilder("# ")
                .append(line, 0, line.length() - line.stripLeading().length());
        for (String word : line.strip().split(" ", -1)) {
            if (row.length() + word.length() > WIDTH) {
                out.append(row.toString().stripTrailing()).append('\n');
                row = new StringBuilder("# ").append(indent);
            }
            row.append(word).append(' ');
        }
        out.append(row.toString().stripTrailing()).append('\n');
    }
}
