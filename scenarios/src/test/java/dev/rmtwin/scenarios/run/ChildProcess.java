package dev.rmtwin.scenarios.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java process of its own on this test's class path; its main runs or resumes and prints what came out. */
final class ChildProcess {
    private ChildProcess() {}

    /** {@code run SEED}, {@code snapshot SEED FILE AT_PS} or {@code resume FILE}. */
    public static void main(String[] args) throws IOException {
        EngineRunner runner = new EngineRunner();
        RunResult result = switch (args[0]) {
            case "run" ->
                runner.run(RunScenarios.mixed(Long.parseLong(args[1])), RunOptions.plain("child"), Progress.SILENT);
            case "snapshot" ->
                runner.run(
                        RunScenarios.mixed(Long.parseLong(args[1])),
                        new RunOptions("child", Path.of(args[2]), Long.parseLong(args[3]), () -> false),
                        Progress.SILENT);
            case "resume" -> runner.resume(Path.of(args[1]), RunOptions.plain("child"), Progress.SILENT);
            default -> throw new IllegalArgumentException(args[0]);
        };
        System.out.write(RunText.of(result).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    /** Starts one with other collector and compiler settings than this process has, and returns what it printed. */
    static String run(Object... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseParallelGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ChildProcess.class.getName()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new AssertionError("the child process ended with status " + status);
        }
        return text;
    }
}
