package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real {@code lspci}; a machine without it skips with a reason, except in CI, which must have it. */
final class RealLspci {
    private static final String PLACES =
            System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin" + File.pathSeparator + "/sbin";

    private RealLspci() {}

    private static Path find() {
        Path found = Stream.of(PLACES.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "lspci"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        if (found == null) {
            String reason = "skipped: lspci is not installed (Debian, Ubuntu: package pciutils)";
            assertThat(System.getenv("CI")).as(reason).isNull();
            System.out.println(reason);
            abort(reason);
        }
        return found;
    }

    /** What {@code lspci -F FILE -vvv} prints, with nothing in it that it did not understand or complained of. */
    static String decode(Path dump) throws Exception {
        Path out = dump.resolveSibling("out");
        Path err = dump.resolveSibling("err");
        ProcessBuilder builder = new ProcessBuilder(find().toString(), "-F", dump.toString(), "-vvv")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isZero();
        // It always looks for kernel modules too, which a container has none of: that says nothing of the file.
        List<String> complaints = Files.readAllLines(err).stream()
                .filter(line -> !line.contains("libkmod"))
                .toList();
        assertThat(complaints).isEmpty();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(text.toLowerCase(Locale.ROOT))
                .doesNotContain("unknown", "access denied", "!!!", "<chain", "<unassigned>");
        return text;
    }
}
