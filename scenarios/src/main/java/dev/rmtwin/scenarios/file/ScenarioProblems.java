package dev.rmtwin.scenarios.file;

import java.util.List;
import java.util.stream.Collectors;

/** The input is wrong: every problem found, in the order of the files and lines read. */
public final class ScenarioProblems extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;
    private final boolean environment;

    /**
     * @param problems at least one
     * @param environment whether the machine, not the user's input, is at fault (an I/O error while reading)
     */
    public ScenarioProblems(List<Problem> problems, boolean environment) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
        this.environment = environment;
    }

    /** All problems, at least one. */
    public List<Problem> problems() {
        return problems;
    }

    /** Whether the machine is at fault (exit status 3) rather than the input (exit status 2). */
    public boolean environment() {
        return environment;
    }
}
