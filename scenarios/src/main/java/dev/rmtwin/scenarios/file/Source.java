package dev.rmtwin.scenarios.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where text comes from. */
sealed interface Source {
    /** Reading stops here; no scenario that a person writes is larger. */
    int LIMIT_BYTES = 1 << 20;

    /** The name for problem lines, as the user wrote it. */
    String name();

    /** Two sources are the same text when their identities are equal. */
    String identity();

    /** The source that a relative name inside this one means. */
    Source resolve(String relative);

    /** At most {@link #LIMIT_BYTES} + 1 bytes. */
    byte[] read() throws IOException;

    /** A file; relative names start at its folder. */
    record FileSource(Path path) implements Source {
        @Override
        public String name() {
            return path.toString();
        }

        @Override
        public String identity() {
            return path.toAbsolutePath().normalize().toString();
        }

        @Override
        public Source resolve(String relative) {
            return new FileSource(path.resolveSibling(relative).normalize());
        }

        @Override
        public byte[] read() throws IOException {
            try (InputStream in = Files.newInputStream(path)) {
                return in.readNBytes(LIMIT_BYTES + 1);
            }
        }
    }

    /** A file packaged with this module; relative names start at its folder. */
    record ResourceSource(String path) implements Source {
        @Override
        public String name() {
            return "built-in:" + path;
        }

        @Override
        public String identity() {
            return name();
        }

        @Override
        public Source resolve(String relative) {
            Path resolved = Path.of(path).resolveSibling(relative).normalize();
            return new ResourceSource(resolved.toString().replace('\\', '/'));
        }

        @Override
        public byte[] read() throws IOException {
            try (InputStream in = Source.class.getResourceAsStream("/dev/rmtwin/scenarios/" + path)) {
                if (in == null) {
                    throw new FileNotFoundException(path);
                }
                return in.readNBytes(LIMIT_BYTES + 1);
            }
        }
    }

    /** Text in memory; relative names start at the working directory. */
    record TextSource(String name, String text) implements Source {
        @Override
        public String identity() {
            return "text " + name;
        }

        @Override
        public Source resolve(String relative) {
            return new FileSource(Path.of(relative));
        }

        @Override
        public byte[] read() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
