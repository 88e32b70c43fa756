package dev.rmtwin.benchmarks;

import dev.rmtwin.scenarios.cli.CommandContribution;

/** Brings {@code bench} to the command line. */
public final class BenchContribution implements CommandContribution {
    @Override
    public Object command() {
        return new BenchCommand();
    }
}
