package dev.rmtwin.scenarios.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that change a scenario. */
final class Settings {
    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Simulated time for which the senders send, e.g. 10s, 500ms, 10min.")
    String duration;

    @Option(names = "--seed", paramLabel = "N", description = "Root of all chance; the same seed gives the same run.")
    String seed;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description =
                    "Changes one value of the scenario file, e.g. --set 'flows.command.size=64 B'. May be repeated.")
    List<String> set = new ArrayList<>();

    /** Settings that change only these two; null leaves the file's value. */
    static Settings of(String duration, String seed) {
        Settings settings = new Settings();
        settings.duration = duration;
        settings.seed = seed;
        return settings;
    }

    /** The same with further changes, which come before those of the command line. */
    Settings with(List<String> changes) {
        Settings settings = of(duration, seed);
        settings.set.addAll(changes);
        settings.set.addAll(set);
        return settings;
    }

    /**
     * The command that repeats a run.
     *
     * @param file the scenario's file
     * @param usedSeed the seed that the run had, named even when it came from the file
     */
    String command(String file, long usedSeed) {
        StringBuilder line = new StringBuilder("./rmtwin run ")
                .append(quote(file))
                .append(" --seed ")
                .append(usedSeed);
        if (duration != null) {
            line.append(" --duration ").append(quote(duration));
        }
        set.forEach(change -> line.append(" --set ").append(quote(change)));
        return line.toString();
    }

    /** A word as a POSIX shell reads it back. */
    static String quote(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
