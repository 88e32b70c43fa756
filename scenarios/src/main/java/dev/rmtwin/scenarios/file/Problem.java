package dev.rmtwin.scenarios.file;

/**
 * One thing that is wrong with the input.
 *
 * @param file the file as the user named it, or {@code --set}, {@code --duration}, {@code --seed}
 * @param line line in the file from 1, or the ordinal of the option; 0 when it concerns the file as a whole
 * @param path place inside the file, {@code flows.command.rate}; empty when there is none
 * @param wrong what is wrong, one line
 * @param right what would be right, one line
 */
public record Problem(String file, int line, String path, String wrong, String right) {

    /** One line: {@code file:line: path: what is wrong; what would be right}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line);
        }
        text.append(": ");
        if (!path.isEmpty()) {
            text.append(path).append(": ");
        }
        return text.append(wrong).append("; ").append(right).toString();
    }
}
