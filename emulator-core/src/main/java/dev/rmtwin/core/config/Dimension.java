package dev.rmtwin.core.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a quantity in a configuration measures, with the units that may be written. A quantity is a decimal number and a
 * unit, {@code 1.5 us}; without a unit it is refused. Arithmetic is exact: a value that is not a whole number of the
 * base unit is refused too, never rounded ({@link #parsePeriodPs} is the one exception).
 */
public enum Dimension {
    /** Base unit: picosecond. */
    TIME(
            "a time",
            "1 ms",
            Unit.of("ps", "1"),
            Unit.of("ns", "1e3"),
            Unit.of("us", "1e6", "µs", "μs"),
            Unit.of("ms", "1e9"),
            Unit.of("s", "1e12"),
            Unit.of("min", "6e13", "m"),
            Unit.of("h", "3.6e15")),
    /** Base unit: byte. */
    BYTES(
            "a size",
            "100 B",
            Unit.of("B", "1"),
            Unit.of("kB", "1e3"),
            Unit.of("KiB", "1024"),
            Unit.of("MB", "1e6"),
            Unit.of("MiB", "1048576"),
            Unit.of("GB", "1e9"),
            Unit.of("GiB", "1073741824")),
    /** Base unit: byte a second. */
    BYTE_RATE(
            "a data rate",
            "3.94 GB/s",
            Unit.of("B/s", "1"),
            Unit.of("kB/s", "1e3"),
            Unit.of("KiB/s", "1024"),
            Unit.of("MB/s", "1e6"),
            Unit.of("MiB/s", "1048576"),
            Unit.of("GB/s", "1e9"),
            Unit.of("GiB/s", "1073741824")),
    /** Base unit: symbol a second. */
    LINE_RATE(
            "a line rate",
            "2.125 Gbaud",
            Unit.of("baud", "1"),
            Unit.of("kbaud", "1e3"),
            Unit.of("Mbaud", "1e6"),
            Unit.of("Gbaud", "1e9")),
    /** Base unit: hertz. */
    FREQUENCY("a rate", "1 kHz", Unit.of("Hz", "1"), Unit.of("kHz", "1e3"), Unit.of("MHz", "1e6")),
    /** Base unit: millimetre. */
    LENGTH("a length", "20 m", Unit.of("mm", "1"), Unit.of("cm", "10"), Unit.of("m", "1e3"), Unit.of("km", "1e6")),
    /** Base unit: picosecond a metre. */
    TIME_PER_LENGTH("a propagation time", "5 ns/m", Unit.of("ps/m", "1"), Unit.of("ns/m", "1e3", "us/km")),
    /** Base unit: part in a million. */
    SHARE("a share", "10 %", Unit.of("ppm", "1"), Unit.of("%", "1e4"));

    /**
     * One unit.
     *
     * @param symbol as written
     * @param factor how many base units it is
     * @param aliases other spellings that are read, never written
     */
    public record Unit(String symbol, BigDecimal factor, List<String> aliases) {
        static Unit of(String symbol, String factor, String... aliases) {
            return new Unit(symbol, new BigDecimal(factor), List.of(aliases));
        }

        boolean is(String text) {
            return symbol.equals(text) || aliases.contains(text);
        }
    }

    private static final String NUMBER = "[0-9]{1,19}(?:\\.[0-9]{1,18})?(?:[eE][+-]?[0-9]{1,2})?";
    private static final Pattern QUANTITY =
            Pattern.compile("([+-]?" + NUMBER + ")\\s*((?:[^0-9.\\s].*)?)", Pattern.DOTALL);
    private static final BigDecimal PS_PER_SECOND = new BigDecimal("1e12");
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int SHOWN_LENGTH = 40;

    private final String article;
    private final String example;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records that hold immutable values
    private final List<Unit> units;

    Dimension(String article, String example, Unit... units) {
        this.article = article;
        this.example = example;
        this.units = List.of(units);
    }

    /** What it is, with its article: {@code a time}. */
    public String article() {
        return article;
    }

    /** A quantity that is right: {@code 1 ms}. */
    public String example() {
        return example;
    }

    /** The units that may be written, smallest first. */
    public List<Unit> units() {
        return units;
    }

    /** The value in base units, exactly; may be a fraction or negative. */
    public BigDecimal parseExact(String text) throws BadQuantityException {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadQuantityException("'" + shown(text) + "' is not " + article, hint());
        }
        String symbol = matcher.group(2);
        if (symbol.isEmpty()) {
            throw new BadQuantityException("'" + shown(text) + "' has no unit", hint());
        }
        Optional<Unit> unit = units.stream().filter(u -> u.is(symbol)).findFirst();
        if (unit.isEmpty()) {
            String kind = article.substring(article.indexOf(' ') + 1);
            throw new BadQuantityException("'" + shown(symbol) + "' is no unit of a " + kind, hint());
        }
        return new BigDecimal(matcher.group(1)).multiply(unit.get().factor());
    }

    /** The value in base units; refused when it is not a whole number of them. */
    public long parse(String text) throws BadQuantityException {
        BigDecimal value = parseExact(text);
        if (value.abs().compareTo(LONG_MAX) > 0) {
            throw new BadQuantityException("'" + shown(text) + "' is too large", hint());
        }
        if (value.remainder(BigDecimal.ONE).signum() != 0) {
            String base = units.getFirst().symbol();
            throw new BadQuantityException(
                    "'" + shown(text) + "' is not a whole number of " + base,
                    "the nearest is "
                            + format(value.setScale(0, RoundingMode.HALF_EVEN).longValueExact()));
        }
        return value.longValueExact();
    }

    /** The period of a {@link #FREQUENCY} in picoseconds, rounded to the nearest. */
    public static long parsePeriodPs(String text) throws BadQuantityException {
        BigDecimal hertz = FREQUENCY.parseExact(text);
        if (hertz.signum() <= 0) {
            throw new BadQuantityException("'" + shown(text) + "' is not above 0 Hz", FREQUENCY.hint());
        }
        BigDecimal period = PS_PER_SECOND.divide(hertz, 0, RoundingMode.HALF_EVEN);
        if (period.compareTo(LONG_MAX) > 0 || period.signum() == 0) {
            throw new BadQuantityException("'" + shown(text) + "' has no period in picoseconds", FREQUENCY.hint());
        }
        return period.longValueExact();
    }

    /** The shortest exact text of a value in base units; {@link #parse} gives the value back. */
    public String format(long value) {
        return format(BigDecimal.valueOf(value));
    }

    /** As {@link #format(long)}, for a value that need not be whole. */
    public String format(BigDecimal value) {
        String best = text(value, units.getFirst());
        for (Unit unit : units) {
            if (value.abs().compareTo(unit.factor()) >= 0 && terminates(value, unit.factor())) {
                String candidate = text(value, unit);
                best = candidate.length() <= best.length() ? candidate : best;
            }
        }
        return best;
    }

    /** What would be right, for problem lines. */
    public String hint() {
        String symbols = units.stream().map(Unit::symbol).collect(Collectors.joining(", "));
        return "write " + article + " with its unit (" + symbols + "), e.g. " + example;
    }

    /** A regular expression (the dialect of JSON Schema) of what is read, signs aside. */
    public String pattern() {
        String symbols = units.stream()
                .flatMap(u -> Stream.concat(Stream.of(u.symbol()), u.aliases().stream()))
                .collect(Collectors.joining("|"));
        return "^\\s*" + NUMBER + "\\s*(?:" + symbols + ")\\s*$";
    }

    private static boolean terminates(BigDecimal value, BigDecimal factor) {
        BigDecimal shortened = value.divide(factor, 12, RoundingMode.HALF_EVEN);
        return shortened.multiply(factor).compareTo(value) == 0;
    }

    private static String text(BigDecimal value, Unit unit) {
        BigDecimal number = value.divide(unit.factor(), 18, RoundingMode.HALF_EVEN);
        String digits = number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
        return digits + " " + unit.symbol();
    }

    private static String shown(String text) {
        String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= SHOWN_LENGTH ? line : line.substring(0, SHOWN_LENGTH) + "...";
    }
}
