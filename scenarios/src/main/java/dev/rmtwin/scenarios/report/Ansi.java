package dev.rmtwin.scenarios.report;

/**
 * Colours of a terminal, or none.
 *
 * @param enabled whether escape sequences may be written
 */
public record Ansi(boolean enabled) {
    /** Text of something good. */
    public String good(String text) {
        return wrap("32", text);
    }

    /** Text of something bad. */
    public String bad(String text) {
        return wrap("31;1", text);
    }

    /** A heading. */
    public String bold(String text) {
        return wrap("1", text);
    }

    /** Something of less weight. */
    public String dim(String text) {
        return wrap("2", text);
    }

    private String wrap(String code, String text) {
        return enabled ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    /** Text from outside with control characters shown as {@code ?}, so that it cannot steer the terminal. */
    public static String safe(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
