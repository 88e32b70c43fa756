package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.report.Ansi;
import dev.rmtwin.scenarios.run.BringUpFailure;
import dev.rmtwin.scenarios.run.ModelFault;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Puts the commands together and turns whatever happens in one into lines on standard error and an exit status. */
final class CommandLineApp {
    private static final int HELP_COLUMNS = 100;

    private final Session session;
    private final Map<String, Supplier<Object>> commands = new LinkedHashMap<>();

    CommandLineApp(Session session) {
        this.session = session;
        commands.put("demo", () -> new DemoCommand(session));
        commands.put("run", () -> new RunCommand(session));
        if (session.resumer() != null) {
            commands.put("resume", () -> new ResumeCommand(session));
        }
        commands.put("reproduce", () -> new ReproduceCommand(session));
        commands.put("lspci", () -> new LspciCommand(session));
        commands.put("list", () -> new ListCommand(session));
        commands.put("new", () -> new NewCommand(session));
        commands.put("registers", () -> new RegistersCommand(session));
        // A lambda, not HelpCommand::new: picocli's class files are of a version that the JDK leaves out of its cache
        // of
        // classes, and a reference to such a constructor makes JDK 25 fail to write the cache at all.
        commands.put("help", () -> new HelpCommand());
    }

    /** The command without a command. */
    @Command(
            name = "rmtwin",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "COMMAND",
            description = "A cycle-approximate emulator of reflective-memory cards on a fibre ring.",
            footer = {
                "",
                "Exit status: 0 done and all expectations hold, 1 an expectation or figure failed, 2 bad usage or",
                "input, 3 the environment lacks something, 70 a defect of rmtwin, 130 stopped by Ctrl-C.",
                "",
                "Examples:",
                "  ./rmtwin demo",
                "  ./rmtwin test                 everything that CI runs",
                "  ./rmtwin run scenarios/files/reference-echo.yaml --json",
                "  ./rmtwin help run"
            })
    static final class Root implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Shows the details of an internal error.")
        private boolean debug;

        @Override
        public Integer call() {
            spec.commandLine().usage(spec.commandLine().getErr());
            return ExitStatus.BAD_INPUT;
        }
    }

    /** Runs one command line and returns its exit status; never throws. */
    int execute(String... args) {
        Root root = new Root();
        int status;
        try {
            status = assemble(root, args).execute(args);
        } catch (Throwable e) { // the last resort: not even an Error may reach the user as a stack trace
            status = failed(e, root.debug);
        }
        session.console().out().flush();
        if (session.console().out().checkError()) {
            ResultStream result = session.console().result();
            if (!result.readerGone()) {
                String reason = result.failure().orElse("it is closed");
                session.console().err().println("rmtwin: cannot write the result to standard output: " + reason);
            }
            status = status == ExitStatus.BAD_INPUT ? status : ExitStatus.ENVIRONMENT;
        }
        return status;
    }

    /** Only the command that is named is built, if one is: reading the others' annotations takes start-up time. */
    private CommandLine assemble(Root root, String... args) {
        CommandLine line = new CommandLine(root);
        Supplier<Object> named = args.length == 0 ? null : commands.get(args[0]);
        if (named != null && !args[0].equals("help")) {
            line.addSubcommand(args[0], named.get());
        } else if (args.length == 0 || !args[0].equals("--version")) {
            commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
            for (CommandContribution contribution : ServiceLoader.load(CommandContribution.class)) {
                line.addSubcommand(contribution.command());
            }
        }
        Help.Ansi colours = session.console().ansi().enabled() ? Help.Ansi.ON : Help.Ansi.OFF;
        return line.registerConverter(Path.class, CommandLineApp::path)
                .setExpandAtFiles(false)
                .setColorScheme(Help.defaultColorScheme(colours))
                .setUsageHelpWidth(HELP_COLUMNS)
                .setOut(writer(session.console().out()))
                .setErr(writer(session.console().err()))
                .setParameterExceptionHandler((e, given) -> misused(e))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(e, root.debug));
    }

    /** An empty name would mean the current folder, which nobody means by it. */
    private static Path path(String name) {
        if (name.isBlank()) {
            throw new CommandLine.TypeConversionException("the name is empty");
        }
        return Path.of(name);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private int misused(CommandLine.ParameterException e) {
        CommandLine command = e.getCommandLine();
        session.console().err().println("rmtwin: " + Ansi.safe(e.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
        session.console().err().println("Try './" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitStatus.BAD_INPUT;
    }

    private int failed(Throwable thrown, boolean debug) {
        Throwable e = thrown instanceof RunPool.RunFailure ? thrown.getCause() : thrown;
        Console console = session.console();
        int status = tell(console, e, debug);
        if (debug) {
            e.printStackTrace(console.err());
        }
        return status;
    }

    private static int tell(Console console, Throwable e, boolean debug) {
        switch (e) {
            case CommandFailure failure -> {
                failure.problems().forEach(problem -> console.err().println(Ansi.safe(problem)));
                return failure.status();
            }
            case BringUpFailure refused -> {
                console.err().println("rmtwin: " + Ansi.safe(refused.getMessage()));
                return ExitStatus.BAD_INPUT;
            }
            case IOException io -> {
                console.err().println("rmtwin: " + Ansi.safe(CommandFailure.describe(io)));
                return ExitStatus.ENVIRONMENT;
            }
            case ModelFault fault -> {
                console.err().println("rmtwin: " + Ansi.safe(fault.getMessage()));
                return ExitStatus.INTERNAL;
            }
            case OutOfMemoryError none -> {
                console.err()
                        .println("rmtwin: not enough memory for this scenario: run a smaller one, or give Java more by"
                                + " RMTWIN_JAVA_OPTS=-Xmx2g");
                return ExitStatus.ENVIRONMENT;
            }
            default -> {
                String more = debug ? "" : " (--debug shows the details)";
                console.err().println("rmtwin: internal error: " + Ansi.safe(String.valueOf(e)) + more);
                return ExitStatus.INTERNAL;
            }
        }
    }
}
