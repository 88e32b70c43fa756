package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.run.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that takes results. It is tried out before a run starts, so that no minutes are spent for nothing. */
final class OutputFolder {
    private final Path folder;

    private OutputFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder if need be and writes, forces and removes a small file there.
     *
     * @throws CommandFailure (environment) when that does not work
     */
    static OutputFolder prepare(Path folder) {
        try {
            Files.createDirectories(folder);
            probe(folder);
        } catch (IOException e) {
            throw CommandFailure.environment("cannot write to the folder", folder, e);
        }
        return new OutputFolder(folder);
    }

    /**
     * Tries out whether a file can be written; makes no folder.
     *
     * @return the file
     * @throws CommandFailure (bad input) when something else has its name, (environment) when its folder takes no files
     */
    static Path tryOut(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw CommandFailure.badInput(file + ": exists and is not a file; name a file");
        }
        try {
            probe(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw CommandFailure.environment("cannot write", file, e);
        }
        return file;
    }

    private static void probe(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, ".probe", ".tmp");
        try {
            Files.write(probe, new byte[4096]);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /**
     * Writes a file whole or not at all.
     *
     * @throws CommandFailure (environment) when that does not work
     */
    Path write(String fileName, String text) {
        Path target = folder.resolve(fileName);
        try {
            AtomicFile.write(target, text);
        } catch (IOException e) {
            throw CommandFailure.environment("cannot write", target, e);
        }
        return target;
    }

    /** A scenario's name as a file name: letters, digits, dot, dash and underscore stay, all else becomes a dash. */
    static String fileName(String scenarioName) {
        String safe = scenarioName.replaceAll("[^\\p{L}\\p{N}._-]+", "-").replaceFirst("^[.-]+", "");
        String cut = safe.substring(0, Math.min(80, safe.length()));
        return cut.isEmpty() ? "scenario" : cut;
    }
}
