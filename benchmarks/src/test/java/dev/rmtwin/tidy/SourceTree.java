package dev.rmtwin.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The project's files as they lie on the disk, without what a build or an editor makes. */
final class SourceTree {
    private static final Set<String> MADE = Set.of("target", ".git", ".idea", ".vscode", ".settings", "node_modules");

    private final Path root;

    private SourceTree(Path root) {
        this.root = root;
    }

    /** Finds the tree that the tests run in, from any of its folders. */
    static SourceTree find() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no folder above this one holds .mvn");
        }
        return new SourceTree(folder);
    }

    Path root() {
        return root;
    }

    /** The name of a file as seen from the root, with forward slashes. */
    String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    List<Path> files() {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .filter(this::isWritten)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Path> javaFiles() {
        return files().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    /** Names of the packages whose production code lies in a module. */
    Set<String> packagesOf(String module) {
        Path sources = root.resolve(module).resolve("src/main/java");
        Set<String> packages = new TreeSet<>();
        for (Path file : javaFiles()) {
            if (file.startsWith(sources)) {
                packages.add(sources.relativize(file.getParent())
                        .toString()
                        .replace('\\', '/')
                        .replace('/', '.'));
            }
        }
        return packages;
    }

    static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isWritten(Path file) {
        for (Path part : root.relativize(file)) {
            if (MADE.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }
}
