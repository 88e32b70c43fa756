package dev.rmtwin.core.time;

/**
 * A clock of any rational rate. Edge <em>n</em> is computed from <em>n</em>, never by adding rounded periods, so a clock whose
 * period is no whole number of picoseconds does not drift.
 *
 * @param periodNumeratorPs period in picoseconds, numerator
 * @param periodDenominator denominator of the period
 */
public record ClockDomain(long periodNumeratorPs, long periodDenominator) {
    public ClockDomain {
        if (periodNumeratorPs <= 0 || periodDenominator <= 0) {
            throw new IllegalArgumentException("period " + periodNumeratorPs + "/" + periodDenominator + " ps");
        }
        long divisor = gcd(periodNumeratorPs, periodDenominator);
        periodNumeratorPs /= divisor;
        periodDenominator /= divisor;
    }

    /** The clock with {@code units} edges in each {@code perPs} picoseconds. */
    public static ClockDomain ofRate(long units, long perPs) {
        return new ClockDomain(perPs, units);
    }

    /** Time of edge {@code n} after edge 0, rounded down to a picosecond. Exact for results below 2^63. */
    public long edgePs(long n) {
        if (n <= Integer.MAX_VALUE && periodNumeratorPs <= Integer.MAX_VALUE) {
            return n * periodNumeratorPs / periodDenominator;
        }
        long whole = n / periodDenominator;
        long rest = n % periodDenominator;
        // rest < denominator, so the 128-bit product divided by the denominator fits where the result does.
        long high = Math.multiplyHigh(rest, periodNumeratorPs);
        long low = rest * periodNumeratorPs;
        long part = high == 0 && low >= 0 ? low / periodDenominator : divide128(high, low);
        return Math.addExact(Math.multiplyExact(whole, periodNumeratorPs), part);
    }

    private long divide128(long high, long low) {
        return java.math.BigInteger.valueOf(high)
                .shiftLeft(Long.SIZE)
                .add(new java.math.BigInteger(Long.toUnsignedString(low)))
                .divide(java.math.BigInteger.valueOf(periodDenominator))
                .longValueExact();
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
