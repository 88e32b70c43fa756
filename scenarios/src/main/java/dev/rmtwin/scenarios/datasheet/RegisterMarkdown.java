package dev.rmtwin.scenarios.datasheet;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;

/** Datasheet tables in Markdown: a block's registers by offset, then the fields of each that has several. */
public final class RegisterMarkdown {
    private RegisterMarkdown() {}

    /** The tables of one block, without a heading of its own. */
    public static String text(DatasheetBlock datasheet) {
        StringBuilder text = new StringBuilder();
        for (RegisterBlock block : datasheet.blocks()) {
            text.append("### ").append(block.title()).append("\n\n");
            text.append(RegisterWords.place(block)).append(".\n\n");
            registers(text, block);
            for (Register register : block.registers()) {
                if (RegisterWords.hasFields(register)) {
                    fields(text, register);
                }
            }
        }
        return text.toString();
    }

    private static void registers(StringBuilder text, RegisterBlock block) {
        text.append("| offset | register | bits | access | reset | what | source |\n|---|---|---|---|---|---|---|\n");
        for (Register register : block.registers()) {
            row(
                    text,
                    RegisterWords.hex(register.offset(), 2),
                    register.name(),
                    String.valueOf(register.widthBytes() * Byte.SIZE),
                    RegisterWords.access(register),
                    RegisterWords.reset(register),
                    register.doc(),
                    register.section().isEmpty() ? "own" : register.section());
        }
        text.append('\n');
    }

    private static void fields(StringBuilder text, Register register) {
        text.append("#### ")
                .append(register.name())
                .append(" (")
                .append(RegisterWords.hex(register.offset(), 2))
                .append(")\n\n");
        if (register.clearedAfterRead()) {
            text.append("A W0C bit is cleared only when it has been read as set since it was set.\n\n");
        }
        text.append("| bits | field | access | reset | what |\n|---|---|---|---|---|\n");
        for (Field field : register.fields()) {
            boolean reserved = field.access().reserved();
            row(
                    text,
                    RegisterWords.bits(field),
                    reserved ? "–" : field.name(),
                    field.access().name(),
                    RegisterWords.reset(register, field),
                    RegisterWords.doc(field));
        }
        text.append('\n');
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
