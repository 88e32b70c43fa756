package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.BadQuantityException;
import dev.rmtwin.core.config.Dimension;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Words for kinds, for problem lines, the template and the schema. */
final class KindText {
    private static final long PS_PER_SECOND = 1_000_000_000_000L;

    private KindText() {}

    /** What may be written: {@code a time from 0 ps to 10 ms}. */
    static String of(Kind kind) {
        return switch (kind) {
            case Kind.Amount a ->
                a.dimension().article() + " from " + a.dimension().format(a.least()) + " to "
                        + a.dimension().format(a.most());
            case Kind.Frequency f -> "a rate from " + hertz(f.mostPeriodPs()) + " to " + hertz(f.leastPeriodPs());
            case Kind.Offset o -> "an offset in bytes, e.g. 0x1000, 4096 or 4 KiB";
            case Kind.Whole w when w.most() == Long.MAX_VALUE -> "a whole number from " + w.least();
            case Kind.Whole w -> "a whole number from " + w.least() + " to " + w.most();
            case Kind.Prose p -> "text";
            case Kind.Name n -> "a name of letters, digits, '-' and '_', e.g. " + n.example();
            case Kind.Label l -> "one line of text, e.g. " + l.example();
            case Kind.Choice c -> "one of " + String.join(", ", c.labels());
            case Kind.Nested n ->
                "a map with the keys " + String.join(", ", n.section().keyNames());
            case Kind.Profile p -> "a profile name, ./FILE.yaml, or {profile: NAME, KEY: {...}}";
            case Kind.MapOf m -> "a map NAME: {" + String.join(", ", m.section().keyNames()) + "}";
            case Kind.ListOf l -> "a list of {" + String.join(", ", l.section().keyNames()) + "}";
            case Kind.Files f -> "a file name or a list of them";
            case Kind.Reading r -> "a number in the unit of the measure, e.g. 7.8 us, 4 % or 0";
            case Kind.Tolerance t -> "a share of the expected value, e.g. 10 %, or a distance in its unit";
        };
    }

    /** A value that would be right. */
    static String example(Key<?> key) {
        if (key.standard() != null) {
            return key.standard();
        }
        return switch (key.kind()) {
            case Kind.Amount a -> amountExample(a);
            case Kind.Frequency f -> "1 kHz";
            case Kind.Offset o -> "0x1000";
            case Kind.Whole w -> Long.toString(Math.max(w.least(), Math.min(1, w.most())));
            case Kind.Prose p -> "what it shows";
            case Kind.Name n -> n.example();
            case Kind.Label l -> l.example();
            case Kind.Choice c -> c.labels().getFirst();
            case Kind.Nested n -> "{...}";
            case Kind.Profile p -> p.profile().standard();
            case Kind.MapOf m -> "{...}";
            case Kind.ListOf l -> "[...]";
            case Kind.Files f -> "other.yaml";
            case Kind.Reading r -> "7.8 us";
            case Kind.Tolerance t -> "10 %";
        };
    }

    private static String amountExample(Kind.Amount kind) {
        try {
            long example = kind.dimension().parse(kind.dimension().example());
            boolean fits = example >= kind.least() && example <= kind.most();
            return fits ? kind.dimension().example() : kind.dimension().format(kind.least());
        } catch (BadQuantityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hertz(long periodPs) {
        BigDecimal hertz =
                BigDecimal.valueOf(PS_PER_SECOND).divide(BigDecimal.valueOf(periodPs), 9, RoundingMode.HALF_EVEN);
        return Dimension.FREQUENCY.format(hertz);
    }
}
