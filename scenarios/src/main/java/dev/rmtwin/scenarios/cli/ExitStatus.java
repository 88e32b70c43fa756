package dev.rmtwin.scenarios.cli;

/** What the process says with its exit status. */
public final class ExitStatus {
    /** Done, and all expectations hold. */
    public static final int OK = 0;
    /** Ran, but an expectation or a figure failed. */
    public static final int FAILED = 1;
    /** Bad usage or bad input. */
    public static final int BAD_INPUT = 2;
    /** The environment lacks something: memory, disk space, a writable folder. */
    public static final int ENVIRONMENT = 3;
    /** A defect of rmtwin itself. */
    public static final int INTERNAL = 70;
    /** Stopped by Ctrl-C; what was measured until then has been shown. */
    public static final int INTERRUPTED = 130;

    private ExitStatus() {}
}
