package dev.rmtwin.scenarios.figure;

/**
 * The knee of a falling curve, by a rule that needs no eye: both axes are scaled to 0 to 1, and the knee is the point farthest
 * below the chord from the first point to the last.
 *
 * @param index of the point
 * @param distance below the chord, in parts of the height; 0 for a straight line
 */
record Knee(int index, double distance) {
    /** Finds it; {@code x} rises, {@code y} falls, both have as many points. */
    static Knee of(double[] x, double[] y) {
        Knee best = new Knee(0, 0);
        for (int n = 0; n < x.length; n++) {
            double distance = below(x, y, n);
            if (distance > best.distance) {
                best = new Knee(n, distance);
            }
        }
        return best;
    }

    /** How far below the chord a point lies, in parts of the curve's height. */
    static double below(double[] x, double[] y, int n) {
        int last = x.length - 1;
        double along = (x[n] - x[0]) / (x[last] - x[0]);
        double fallen = (y[0] - y[n]) / (y[0] - y[last]);
        return fallen - along;
    }
}
