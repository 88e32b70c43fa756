package dev.rmtwin.scenarios.run;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Everything about one run that is not part of its history: two runs of one scenario with different options have one
 * trace hash.
 *
 * @param command the command line that repeats the run, for reports and assertion messages
 * @param snapshotTo file that takes a snapshot, or null for none
 * @param snapshotAtPs virtual time of the snapshot, -1 for none
 * @param stop asked often on the run's thread; true ends the run early with what was measured until then
 */
public record RunOptions(String command, Path snapshotTo, long snapshotAtPs, BooleanSupplier stop) {

    public RunOptions {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(stop, "stop");
        if ((snapshotTo == null) != (snapshotAtPs < 0)) {
            throw new IllegalArgumentException(
                    "a snapshot needs both a file and a time: " + snapshotTo + ", " + snapshotAtPs);
        }
    }

    /** A run without snapshot that is never stopped. */
    public static RunOptions plain(String command) {
        return stoppable(command, () -> false);
    }

    /** A run without snapshot. */
    public static RunOptions stoppable(String command, BooleanSupplier stop) {
        return new RunOptions(command, null, -1, stop);
    }
}
