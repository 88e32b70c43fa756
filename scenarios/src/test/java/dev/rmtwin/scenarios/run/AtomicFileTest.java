package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReplaceAFileWhole() throws IOException {
        Path file = folder.resolve("report.html");
        Files.writeString(file, "old and longer than the new one");
        AtomicFile.write(file, "new \u00b5");
        assertThat(file).hasContent("new \u00b5");
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void shouldReplaceNothingButFiles() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Path taken : List.of(pipe, link, empty)) {
            assertThatThrownBy(() -> AtomicFile.write(taken, "text"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("exists and is not a file");
            assertThat(taken).exists();
            assertThat(Files.isRegularFile(taken)).isFalse();
        }
        assertThatThrownBy(() -> AtomicFile.write(folder.getRoot(), "text")).isInstanceOf(IOException.class);
    }

    @Test
    void shouldLeaveNothingBehindWhenTheTargetCannotBeReplaced() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("report.html"));
        Files.writeString(taken.resolve("inside"), "so that the folder cannot be replaced");
        assertThatThrownBy(() -> AtomicFile.write(taken, "text")).isInstanceOf(IOException.class);
        assertThat(taken.resolve("inside")).exists();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(taken);
        }
    }
}
