package dev.rmtwin.scenarios.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a misspelt one was meant to be. */
final class Nearest {
    private static final int LONGEST = 64;
    private static final int TYPICAL = 4;

    private Nearest() {}

    /** The nearest known name, if few of its letters differ (two are exchanged: two). */
    static Optional<String> of(String name, Collection<String> known) {
        if (name.length() > LONGEST) {
            return Optional.empty();
        }
        String wanted = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(k -> isNear(wanted, k.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt(k -> distance(wanted, k.toLowerCase(Locale.ROOT))));
    }

    private static boolean isNear(String wanted, String known) {
        int distance = distance(wanted, known);
        boolean shares = distance < Math.min(wanted.length(), known.length());
        int few = known.length() < TYPICAL ? 1 : 2;
        return shares && distance <= Math.max(few, known.length() / 3);
    }

    /** Levenshtein distance by rows. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
