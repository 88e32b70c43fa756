package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
public final class Numbers {
    private Numbers() {}

    /** Picoseconds as microseconds with three digits or so: {@code 7.81}, {@code 48.2}, {@code 1,181}. */
    public static String micros(double timePs) {
        return threeDigits(timePs / Ps.US);
    }

    /** The same of a whole number of picoseconds. */
    public static String micros(long timePs) {
        return threeDigits(Ps.toMicros(timePs));
    }

    /** A number with three digits or so, grouped by commas from a thousand on. */
    public static String threeDigits(double value) {
        double size = Math.abs(value);
        String format =
                size == 0 || size >= 99.95 ? "%,.0f" : size >= 9.995 ? "%.1f" : size >= 0.9995 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** A percentage: {@code 34.8 %}. */
    public static String percent(double value) {
        String format = value != 0 && Math.abs(value) < 1 ? "%.2f %%" : "%.1f %%";
        return String.format(Locale.ROOT, format, value);
    }

    /** A whole number, grouped by commas. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Seconds: {@code 600 s}, {@code 0.25 s}. */
    public static String seconds(double seconds) {
        return trimmed(String.format(Locale.ROOT, seconds < 10 ? "%.3f" : "%.1f", seconds)) + " s";
    }

    /** A measure's value with its unit. */
    public static String measure(Measure measure, double value) {
        return switch (measure.unit()) {
            case TIME -> micros(value) + " us";
            case PERCENT -> percent(value);
            case COUNT -> count(Math.round(value));
        };
    }

    /** A time in the unit that suits it: {@code 235 ns}, {@code 1 ms}, {@code 100 us}, exactly. */
    public static String time(long timePs) {
        long size = Math.abs(timePs);
        if (size >= Ps.SECOND) {
            return scaled(timePs, Ps.SECOND) + " s";
        } else if (size >= Ps.MS) {
            return scaled(timePs, Ps.MS) + " ms";
        } else if (size >= Ps.US) {
            return scaled(timePs, Ps.US) + " us";
        } else if (size >= Ps.NS) {
            return scaled(timePs, Ps.NS) + " ns";
        }
        return timePs == 0 ? "0" : timePs + " ps";
    }

    /** A value divided by a scale, with as many decimals as it needs and at most six. */
    static String scaled(double value, double scale) {
        return trimmed(String.format(Locale.ROOT, "%.6f", value / scale));
    }

    /** The same for whole numbers, without going through a binary fraction. */
    static String scaled(long value, long scale) {
        return trimmed(BigDecimal.valueOf(value)
                .divide(BigDecimal.valueOf(scale), 6, RoundingMode.HALF_EVEN)
                .toPlainString());
    }

    private static String trimmed(String decimal) {
        return decimal.contains(".") ? decimal.replaceFirst("\\.?0+$", "") : decimal;
    }
}
