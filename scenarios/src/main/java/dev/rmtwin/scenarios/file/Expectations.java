package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.BadQuantityException;
import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Measure;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads and writes what an expectation says of its measure, in the measure's unit. */
final class Expectations {
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,15}");
    private static final BigDecimal PPM_PER_PERCENT = new BigDecimal("1e4");
    private static final BigDecimal MILLION = new BigDecimal("1e6");
    private static final String AT_MOST = "at most";
    private static final String AT_LEAST = "at least";
    private static final String EXACT = "exact";

    private Expectations() {}

    static void check(Values v, Problems problems) {
        if (!v.has("measure")) {
            return;
        }
        boolean bounds = v.given("atLeast") || v.given("atMost");
        if (v.given("expected") == bounds) {
            String wrong = bounds ? "has both expected and bounds" : "says nothing of the value";
            problems.add(
                    v.where("measure"), v.path(), wrong, "write expected with tolerance, or atLeast and/or atMost");
        }
        Optional<BigDecimal> low = read(v, "atLeast", problems);
        Optional<BigDecimal> high = read(v, "atMost", problems);
        if (low.isPresent() && high.isPresent() && low.get().compareTo(high.get()) > 0) {
            problems.add(v.where("atLeast"), v.pathOf("atLeast"), "is above atMost", "exchange the two");
        }
        read(v, "expected", problems);
        checkTolerance(v, bounds, problems);
    }

    private static void checkTolerance(Values v, boolean bounds, Problems problems) {
        if (v.has("tolerance")) {
            if (bounds && !v.given("expected")) {
                problems.add(v.where("tolerance"), v.pathOf("tolerance"), "has no effect on bounds", "remove it");
            }
            try {
                distance(v, BigDecimal.ONE);
            } catch (BadQuantityException e) {
                problems.add(v.where("tolerance"), v.pathOf("tolerance"), e.wrong(), e.right());
            }
        } else if (v.has("expected") && !v.given("tolerance") && measure(v).unit() != Measure.Unit.COUNT) {
            problems.add(v.where("expected"), v.path(), "has no tolerance", "add e.g. 'tolerance: 10 %'");
        }
    }

    /** The record; only after {@link #check} found nothing. */
    static Expectation make(Values v) {
        String id = v.text("id");
        String receiver = v.text("receiver");
        Measure measure = measure(v);
        try {
            if (v.has("expected")) {
                BigDecimal expected = value(v, "expected");
                BigDecimal distance = v.has("tolerance") ? distance(v, expected) : BigDecimal.ZERO;
                double low = expected.subtract(distance).doubleValue();
                double high = expected.add(distance).doubleValue();
                return new Expectation(id, receiver, measure, expected.doubleValue(), low, high, toleranceOf(v));
            }
            if (!v.has("atMost")) {
                double low = value(v, "atLeast").doubleValue();
                return new Expectation(id, receiver, measure, low, low, Double.POSITIVE_INFINITY, AT_LEAST);
            }
            double high = value(v, "atMost").doubleValue();
            if (!v.has("atLeast")) {
                return new Expectation(id, receiver, measure, high, Double.NEGATIVE_INFINITY, high, AT_MOST);
            }
            BigDecimal least = value(v, "atLeast");
            double low = least.doubleValue();
            String range = format(measure, low) + " to " + format(measure, high);
            return new Expectation(id, receiver, measure, (low + high) / 2, low, high, range);
        } catch (BadQuantityException e) {
            throw new IllegalStateException("checked before", e);
        }
    }

    /** {@code expected} of the file; null for bounds. */
    static String expectedText(Expectation e) {
        return toleranceText(e) != null || e.tolerance().equals(EXACT) ? format(e.measure(), e.expected()) : null;
    }

    /** {@code tolerance} of the file; null for bounds and exact values. */
    static String toleranceText(Expectation e) {
        boolean bounded = Double.isInfinite(e.low()) || Double.isInfinite(e.high());
        return bounded || e.tolerance().equals(EXACT) || e.tolerance().contains(" to ") ? null : e.tolerance();
    }

    /** {@code atLeast} of the file; null when there is none. */
    static String atLeastText(Expectation e) {
        return expectedText(e) != null || Double.isInfinite(e.low()) ? null : format(e.measure(), e.low());
    }

    /** {@code atMost} of the file; null when there is none. */
    static String atMostText(Expectation e) {
        return expectedText(e) != null || Double.isInfinite(e.high()) ? null : format(e.measure(), e.high());
    }

    private static String toleranceOf(Values v) throws BadQuantityException {
        if (!v.has("tolerance")) {
            return EXACT;
        }
        String text = v.scalar("tolerance").text().strip();
        if (isShare(text)) {
            return Dimension.SHARE.format(Dimension.SHARE.parseExact(text));
        }
        return format(measure(v), parse(measure(v), text).doubleValue());
    }

    /** How far off a value may be, in the measure's unit. */
    private static BigDecimal distance(Values v, BigDecimal expected) throws BadQuantityException {
        String text = v.scalar("tolerance").text().strip();
        if (!isShare(text)) {
            return parse(measure(v), text);
        }
        BigDecimal share = Dimension.SHARE.parseExact(text);
        if (share.signum() < 0 || share.compareTo(MILLION) > 0) {
            throw new BadQuantityException(
                    Problems.shown(text) + " is out of range", "write a share from 0 % to 100 %");
        }
        return expected.multiply(share).divide(MILLION);
    }

    private static boolean isShare(String text) {
        return text.endsWith("%") || text.endsWith("ppm");
    }

    private static Optional<BigDecimal> read(Values v, String key, Problems problems) {
        if (!v.has(key)) {
            return Optional.empty();
        }
        try {
            return Optional.of(value(v, key));
        } catch (BadQuantityException e) {
            problems.add(v.where(key), v.pathOf(key), e.wrong(), e.right());
            return Optional.empty();
        }
    }

    private static BigDecimal value(Values v, String key) throws BadQuantityException {
        return parse(measure(v), v.scalar(key).text().strip());
    }

    private static BigDecimal parse(Measure measure, String text) throws BadQuantityException {
        BigDecimal value = switch (measure.unit()) {
            case TIME -> BigDecimal.valueOf(Dimension.TIME.parse(text));
            case PERCENT -> Dimension.SHARE.parseExact(text).divide(PPM_PER_PERCENT);
            case COUNT -> count(text);
        };
        if (value.signum() < 0) {
            throw new BadQuantityException(Problems.shown(text) + " is negative", "write 0 or more");
        }
        return value;
    }

    private static BigDecimal count(String text) throws BadQuantityException {
        if (!COUNT.matcher(text).matches()) {
            throw new BadQuantityException(Problems.shown(text) + " is not a count", "write a whole number from 0");
        }
        return new BigDecimal(text);
    }

    private static String format(Measure measure, double value) {
        BigDecimal exact = BigDecimal.valueOf(value);
        return switch (measure.unit()) {
            case TIME -> Dimension.TIME.format(exact);
            case PERCENT -> exact.stripTrailingZeros().toPlainString() + " %";
            case COUNT -> exact.stripTrailingZeros().toPlainString();
        };
    }

    private static Measure measure(Values v) {
        String label = v.text("measure");
        return Arrays.stream(Measure.values())
                .filter(m -> m.label().equals(label))
                .findFirst()
                .orElseThrow();
    }
}
