package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.model.Scenario;
import java.nio.file.Path;
import java.util.List;

/** Where commands get scenarios from. */
interface ScenarioSource {
    /** Name and one line of description. */
    record Entry(String name, String description) {}

    /**
     * Loads a scenario file.
     *
     * @param file the file; problems name it like this
     * @param settings what the command line changes in it
     * @throws CommandFailure with every problem of the file and the settings
     */
    Scenario load(Path file, Settings settings);

    /**
     * Loads a scenario that comes with rmtwin.
     *
     * @throws CommandFailure with every problem of the settings, or when there is no such scenario
     */
    Scenario builtIn(String name, Settings settings);

    /** The scenarios that come with rmtwin. */
    List<Entry> scenarios();

    /** Whether a scenario of this name comes with rmtwin. */
    boolean hasBuiltIn(String name);

    /** Host profiles by name. */
    List<Entry> hostProfiles();

    /** Card profiles by name. */
    List<Entry> cardProfiles();

    /** A commented scenario to start from. */
    String template();

    /**
     * A time with its unit in picoseconds.
     *
     * @throws CommandFailure when it is none; the problem names {@code option}
     */
    long timePs(String option, String text);
}
