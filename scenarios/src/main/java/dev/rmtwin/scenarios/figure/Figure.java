package dev.rmtwin.scenarios.figure;

import java.util.List;
import java.util.function.Function;

/**
 * One figure of the reference. The expected values and tolerances are the reference's; the measured ones come out of runs.
 *
 * @param id number in the reference
 * @param what what it says
 * @param variants the runs that it looks at; none for a figure that runs an experiment of its own when it is judged
 * @param judge from these runs to what must hold; on a thread of its own
 */
public record Figure(String id, String what, List<Variant> variants, Function<Evidence, Finding> judge) {
    /** A figure that needs no scenario: the judge runs the experiment. */
    static Figure experiment(String id, String what, Function<Evidence, Finding> judge) {
        return new Figure(id, what, List.of(), judge);
    }

    /** The number in its id. */
    int number() {
        return Integer.parseInt(id.substring(1));
    }
}
