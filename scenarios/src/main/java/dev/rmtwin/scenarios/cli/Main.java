package dev.rmtwin.scenarios.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Where the command line starts. */
@Command(
        name = "rmtwin",
        mixinStandardHelpOptions = true,
        versionProvider = Main.ManifestVersion.class,
        description = "A cycle-approximate emulator of reflective-memory cards on a fibre ring.",
        footer = {"", "Example: rmtwin --version"})
public final class Main implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private Main() {}

    /** Runs one command and ends the process with its exit status. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** The version that the build wrote into the jar's manifest. */
    static final class ManifestVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"rmtwin " + (version == null ? "(not built as a jar)" : version)};
        }
    }
}
