package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.BadQuantityException;
import dev.rmtwin.core.config.Dimension;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Binds single values: text to quantity, number, name or choice. */
final class ScalarBinder {
    private static final Pattern NAME = Pattern.compile(Kind.Name.PATTERN);
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,30}");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");

    private final Problems problems;

    ScalarBinder(Problems problems) {
        this.problems = problems;
    }

    /** The bound value, or empty with the reason among the problems. */
    Optional<?> bind(Kind kind, Item.Scalar scalar, String path) {
        try {
            return Optional.of(parse(kind, scalar));
        } catch (BadQuantityException e) {
            problems.add(scalar.where(), path, e.wrong(), e.right());
            return Optional.empty();
        }
    }

    private static Object parse(Kind kind, Item.Scalar scalar) throws BadQuantityException {
        String text = scalar.text();
        return switch (kind) {
            case Kind.Amount amount -> amount(amount, text);
            case Kind.Frequency frequency -> frequency(frequency, text);
            case Kind.Offset offset -> offset(text);
            case Kind.Whole whole -> whole(whole, text);
            case Kind.Prose prose -> text;
            case Kind.Name name -> name(name, text);
            case Kind.Label label -> label(label, text);
            case Kind.Choice choice -> choice(choice.labels(), text);
            case Kind.Reading reading -> scalar;
            case Kind.Tolerance tolerance -> scalar;
            case Kind.Nested nested -> throw notScalar(kind, scalar);
            case Kind.Profile profile -> throw notScalar(kind, scalar);
            case Kind.MapOf map -> throw notScalar(kind, scalar);
            case Kind.ListOf list -> throw notScalar(kind, scalar);
            case Kind.Files files -> throw notScalar(kind, scalar);
        };
    }

    private static BadQuantityException notScalar(Kind kind, Item.Scalar scalar) {
        return new BadQuantityException("is " + scalar.shown(), "write " + KindText.of(kind));
    }

    private static Long amount(Kind.Amount kind, String text) throws BadQuantityException {
        long value = kind.dimension().parse(text);
        if (value < kind.least() || value > kind.most()) {
            throw outOfRange(text, KindText.of(kind));
        }
        return value;
    }

    private static Long frequency(Kind.Frequency kind, String text) throws BadQuantityException {
        long periodPs = Dimension.parsePeriodPs(text);
        if (periodPs < kind.leastPeriodPs() || periodPs > kind.mostPeriodPs()) {
            throw outOfRange(text, KindText.of(kind));
        }
        return periodPs;
    }

    private static Long offset(String text) throws BadQuantityException {
        String digits = text.strip();
        if (HEXADECIMAL.matcher(digits).matches()) {
            return inRange(new BigInteger(digits.substring(2), 16), 0, Long.MAX_VALUE, text);
        }
        if (DECIMAL.matcher(digits).matches()) {
            return inRange(new BigInteger(digits), 0, Long.MAX_VALUE, text);
        }
        try {
            return inRange(BigInteger.valueOf(Dimension.BYTES.parse(text)), 0, Long.MAX_VALUE, text);
        } catch (BadQuantityException e) {
            throw new BadQuantityException(e.wrong(), "write " + KindText.of(new Kind.Offset()));
        }
    }

    private static Long whole(Kind.Whole kind, String text) throws BadQuantityException {
        if (!DECIMAL.matcher(text.strip()).matches()) {
            String wrong = Problems.shown(text) + " is not a whole number";
            throw new BadQuantityException(wrong, "write " + KindText.of(kind));
        }
        return inRange(new BigInteger(text.strip()), kind.least(), kind.most(), text);
    }

    private static Long inRange(BigInteger value, long least, long most, String text) throws BadQuantityException {
        boolean fits =
                value.compareTo(BigInteger.valueOf(least)) >= 0 && value.compareTo(BigInteger.valueOf(most)) <= 0;
        if (!fits) {
            throw outOfRange(text, KindText.of(new Kind.Whole(least, most)));
        }
        return value.longValueExact();
    }

    private static String name(Kind.Name kind, String text) throws BadQuantityException {
        if (!NAME.matcher(text).matches()) {
            throw new BadQuantityException(Problems.shown(text) + " is not a name", "write " + KindText.of(kind));
        }
        return text;
    }

    private static String label(Kind.Label kind, String text) throws BadQuantityException {
        if (text.isBlank() || text.contains("\n")) {
            throw new BadQuantityException(Problems.shown(text) + " is not one line", "write " + KindText.of(kind));
        }
        return text;
    }

    private static String choice(List<String> labels, String text) throws BadQuantityException {
        if (!labels.contains(text)) {
            throw new BadQuantityException(
                    Problems.shown(text) + " is not one of the choices",
                    Problems.instead(text, labels, "choose one of"));
        }
        return text;
    }

    private static BadQuantityException outOfRange(String text, String right) {
        return new BadQuantityException(Problems.shown(text) + " is out of range", "write " + right);
    }
}
