package dev.rmtwin.scenarios.figure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All figures that can be reproduced, in the reference's order. */
public final class FigureCatalog {
    /** Figures of the reference, F1 to this one. */
    public static final int LAST = 42;

    private static final List<Figure> ALL = Stream.of(
                    LatencyFigures.all(),
                    BringUpFigures.all(),
                    BusFigures.all(),
                    ReceiveLoadFigures.all(),
                    InterruptLineFigures.all(),
                    QueueFigures.all())
            .flatMap(List::stream)
            .sorted(Comparator.comparingInt(Figure::number))
            .toList();

    private FigureCatalog() {}

    /** All figures that can be reproduced. */
    public static List<Figure> all() {
        return ALL;
    }
}
