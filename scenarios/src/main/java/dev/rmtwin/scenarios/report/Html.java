package dev.rmtwin.scenarios.report;

/** Builds markup. What comes from outside goes through {@link #escape}; only literals of this package go in raw. */
final class Html {
    private final StringBuilder out = new StringBuilder(1 << 16);

    /** Adds markup as it is. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Adds text, escaped. */
    Html text(String text) {
        out.append(escape(text));
        return this;
    }

    /** Adds one element with escaped text in it; {@code tag} may carry attributes. */
    Html element(String tag, String text) {
        int space = tag.indexOf(' ');
        String name = space < 0 ? tag : tag.substring(0, space);
        out.append('<')
                .append(tag)
                .append('>')
                .append(escape(text))
                .append("</")
                .append(name)
                .append('>');
        return this;
    }

    /** Text that is safe between tags and in quoted attributes; control characters that HTML forbids become U+FFFD. */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
        return safe.toString();
    }

    /** The terminal's {@code us} as print has it. */
    static String inMicros(String text) {
        return text.replaceAll("(?<=[0-9] )us\\b", "\u00b5s");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
