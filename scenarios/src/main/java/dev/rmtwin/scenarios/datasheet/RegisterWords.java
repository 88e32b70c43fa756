package dev.rmtwin.scenarios.datasheet;

import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the parts of a register are said, the same in every format. */
final class RegisterWords {
    private RegisterWords() {}

    /** A number in hexadecimal, with at least so many digits. */
    static String hex(long value, int digits) {
        return String.format(Locale.ROOT, "0x%0" + digits + "X", value);
    }

    /** A register's value with all its digits. */
    static String value(Register register, long value) {
        return hex(value, register.widthBytes() * 2);
    }

    /** The fields that software may use. */
    static List<Field> usable(Register register) {
        return register.fields().stream()
                .filter(field -> !field.access().reserved())
                .toList();
    }

    /** Access modes of the usable fields, each once. */
    static String access(Register register) {
        return usable(register).stream()
                .map(Field::access)
                .map(Access::name)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Whether the register is more than one field of its own name. */
    static boolean hasFields(Register register) {
        return register.fields().size() > 1;
    }

    /** Bit positions as in a manual. */
    static String bits(Field field) {
        int msb = field.lsb() + field.widthBits() - 1;
        return msb == field.lsb() ? String.valueOf(msb) : msb + ":" + field.lsb();
    }

    /** Value of a field after a reset, or where it comes from. */
    static String reset(Register register, Field field) {
        if (field.access().reserved() || field.access() == Access.WO || field.access() == Access.POP) {
            return field.access() == Access.POP ? "live" : "0";
        }
        return switch (field.source()) {
            case STORED ->
                field.widthBits() == 1
                        ? String.valueOf(field.of(register.resetValue()))
                        : hex(field.of(register.resetValue()), 1);
            case LIVE -> "live";
            case STRAP -> "strap";
        };
    }

    /** Value of a register after a reset; only what comes from elsewhere as a word. */
    static String reset(Register register) {
        if (hasFields(register)) {
            return value(register, register.resetValue());
        }
        String reset = reset(register, register.fields().getFirst());
        return reset.startsWith("0") ? value(register, register.resetValue()) : reset;
    }

    /** Description of a field, with the warning that it has no effect. */
    static String doc(Field field) {
        return field.modelled() ? field.doc() : field.doc() + " (kept, not modelled)";
    }

    /** Where a block lies. */
    static String place(RegisterBlock block) {
        RegisterBlock.Place place = block.place();
        String where =
                "BAR " + place.bar() + ", " + hex(place.sizeBytes(), 1) + " bytes from " + hex(place.baseOffset(), 1);
        return place.copies() == 1
                ? where
                : where + "; " + block.name().replace('_', ' ') + " n of at most " + place.copies() + " from "
                        + hex(place.baseOffset(), 1) + " + n × " + hex(place.sizeBytes(), 1);
    }
}
