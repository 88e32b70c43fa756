package dev.rmtwin.scenarios.cli;

/**
 * A command from a module downstream, found by {@link java.util.ServiceLoader}. The command is an object with picocli
 * annotations that implements {@code Callable<Integer>}; it may throw {@link CommandFailure}.
 */
public interface CommandContribution {
    /** A new command. */
    Object command();
}
