package dev.rmtwin.scenarios.report;

/** Paragraphs for a terminal. */
public final class Prose {
    private Prose() {}

    /** Breaks a paragraph at blanks so that no line is longer than {@code columns}, where its words allow. */
    public static String wrap(String paragraph, int columns) {
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (String word : paragraph.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > columns) {
                text.append('\n');
                column = 0;
            } else if (column > 0) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
        }
        return text.append('\n').toString();
    }
}
