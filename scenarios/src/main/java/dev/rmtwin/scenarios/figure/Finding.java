package dev.rmtwin.scenarios.figure;

import java.util.List;

/**
 * What came out of a figure's runs.
 *
 * @param checks what must hold
 * @param tables what is shown besides
 */
public record Finding(List<Check> checks, List<DataTable> tables) {
    /** Checks alone. */
    public static Finding of(Check... checks) {
        return new Finding(List.of(checks), List.of());
    }

    /** Whether everything holds. */
    public boolean pass() {
        return checks.stream().allMatch(Check::pass);
    }
}
