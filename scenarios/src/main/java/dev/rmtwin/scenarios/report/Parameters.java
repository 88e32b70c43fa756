package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.time.Ps;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Every component of a profile record, however nested, with its unit read from the end of its name. */
final class Parameters {
    private static final long MILLION = 1_000_000;

    private Parameters() {}

    /**
     * One parameter.
     *
     * @param group the records around it, in words; empty at the top
     * @param name its name in words, without the unit
     * @param value its value with the unit in words
     */
    record Row(String group, String name, String value) {}

    /** The parameters of a record in the order of its declaration, nested records after their own name. */
    static List<Row> of(Record record) {
        List<Row> rows = new ArrayList<>();
        collect("", record, rows);
        return rows;
    }

    private static void collect(String group, Record record, List<Row> rows) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = read(component, record);
            if (value instanceof Record nested && !(value instanceof Tail)) {
                collect(
                        group.isEmpty() ? words(component.getName()) : group + ", " + words(component.getName()),
                        nested,
                        rows);
            } else {
                rows.add(row(group, component.getName(), value));
            }
        }
    }

    private static Object read(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component.getName() + " of " + record.getClass(), e);
        }
    }

    /** Cuts the unit off the name and puts it behind the value. */
    private static Row row(String group, String name, Object value) {
        if (value instanceof Tail tail) {
            String drawn = tail.limitPs() == 0
                    ? "none"
                    : "drawn, mean " + time(tail.meanPs()) + ", at most " + time(tail.limitPs());
            return new Row(group, words(name), drawn);
        }
        if (!(value instanceof Number any)) {
            return new Row(group, words(name), String.valueOf(value));
        }
        long number = any.longValue();
        for (Unit unit : Unit.values()) {
            if (name.endsWith(unit.suffix) && name.length() > unit.suffix.length()) {
                return new Row(
                        group, words(name.substring(0, name.length() - unit.suffix.length())), unit.format(number));
            }
        }
        return new Row(
                group,
                words(name.replaceFirst("PsPerMetre$", "")),
                name.endsWith("PsPerMetre")
                        ? Numbers.scaled(number, Ps.NS) + " nanoseconds per metre"
                        : name.equals("bytesPerSecond") ? Unit.BYTES_PER_SECOND.format(number) : Numbers.count(number));
    }

    private enum Unit {
        BYTES_PER_SECOND("BytesPerSecond"),
        PS("Ps"),
        BYTES("Bytes"),
        PPM("Ppm"),
        BAUD("Baud"),
        MM("Mm");

        private final String suffix;

        Unit(String suffix) {
            this.suffix = suffix;
        }

        String format(long number) {
            return switch (this) {
                case BYTES_PER_SECOND -> Numbers.scaled(number, MILLION) + " million bytes per second";
                case PS -> time(number);
                case BYTES -> Numbers.count(number) + " bytes";
                case PPM -> Numbers.scaled(number, MILLION) + " (" + Numbers.count(number) + " parts per million)";
                case BAUD -> Numbers.scaled(number, 1000 * MILLION) + " gigabaud";
                case MM -> Numbers.scaled(number, 1000) + " metres";
            };
        }
    }

    /** A time with its unit in words. */
    static String time(long timePs) {
        String time = Numbers.time(timePs);
        int space = time.indexOf(' ');
        if (space < 0) {
            return time;
        }
        String unit = switch (time.substring(space + 1)) {
            case "s" -> "second";
            case "ms" -> "millisecond";
            case "us" -> "microsecond";
            case "ns" -> "nanosecond";
            default -> "picosecond";
        };
        String number = time.substring(0, space);
        return number + " " + unit + (number.equals("1") ? "" : "s");
    }

    /** {@code intervalFactor} as {@code interval factor}. */
    static String words(String camelCase) {
        String words = camelCase.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return words.replaceAll("\\bpcie\\b", "PCIe")
                .replaceAll("\\bdma\\b", "DMA")
                .replaceAll("\\bfifo\\b", "FIFO")
                .replaceAll("\\btx\\b", "TX")
                .replaceAll("\\brx\\b", "RX");
    }
}
