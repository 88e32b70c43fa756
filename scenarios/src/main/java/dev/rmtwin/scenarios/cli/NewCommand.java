package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.run.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code new FILE}: a commented scenario to start from. */
@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Writes a commented scenario file to start from; it runs as it is.",
        footer = {"", "Example:", "  ./rmtwin new my.yaml && ./rmtwin run my.yaml"})
final class NewCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "FILE", description = "The file to write.")
    private Path file;

    @Option(names = "--force", description = "Replaces the file if there is one.")
    private boolean force;

    NewCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Path target = session.resolve(file);
        if (Files.isDirectory(target)) {
            throw CommandFailure.badInput(file + ": is a folder; name a file, e.g. " + file.resolve("my.yaml"));
        }
        if (!force && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw CommandFailure.badInput(file + ": exists already; --force replaces it");
        }
        session.stop().heeded(); // a file is written whole or not at all
        try {
            AtomicFile.write(target, session.source().template());
        } catch (IOException e) {
            throw CommandFailure.environment("cannot write", target, e);
        }
        session.console()
                .out()
                .println("wrote " + file + "; run it with: ./rmtwin run " + Settings.quote(file.toString()));
        return ExitStatus.OK;
    }
}
