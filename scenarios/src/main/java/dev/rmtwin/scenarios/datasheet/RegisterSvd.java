package dev.rmtwin.scenarios.datasheet;

import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.List;
import java.util.Locale;

/**
 * A CMSIS-SVD 1.3 description for debuggers and generators. A base address register's real address is the host's to choose, so
 * a peripheral's base address is its BAR number times {@value #BAR_STRIDE}.
 */
public final class RegisterSvd {
    private static final int BAR_STRIDE = 0x1000_0000;

    private final StringBuilder text = new StringBuilder();
    private int depth;

    private RegisterSvd() {}

    /** The description of these blocks as one device. */
    public static String text(List<DatasheetBlock> datasheets) {
        RegisterSvd svd = new RegisterSvd();
        svd.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        svd.text.append("<device schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\""
                + " xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\">\n");
        svd.depth = 1;
        svd.element("vendor", "rmtwin");
        svd.element("name", "RMTWIN_CARD");
        svd.element("version", "1.0");
        svd.element(
                "description",
                "Registers of rmtwin's cards. Base addresses are BAR number times " + RegisterWords.hex(BAR_STRIDE, 8)
                        + ": put the BAR's own address in their place, and the chip's for "
                        + RegisterWords.hex(RegisterBlock.ON_CHIP * BAR_STRIDE, 8) + ".");
        svd.element("addressUnitBits", "8");
        svd.element("width", "64");
        svd.open("peripherals");
        for (DatasheetBlock datasheet : datasheets) {
            svd.peripheral(datasheet);
        }
        svd.close("peripherals");
        svd.close("device");
        return svd.text.toString();
    }

    private void peripheral(DatasheetBlock datasheet) {
        RegisterBlock first = datasheet.blocks().getFirst();
        open("peripheral");
        element("name", datasheet.name());
        element("description", datasheet.title());
        element("baseAddress", RegisterWords.hex((long) first.place().bar() * BAR_STRIDE, 8));
        for (RegisterBlock block : datasheet.blocks()) {
            RegisterBlock.Place place = block.place();
            open("addressBlock");
            element("offset", RegisterWords.hex(place.baseOffset(), 1));
            element("size", RegisterWords.hex((long) place.sizeBytes() * place.copies(), 1));
            element("usage", "registers");
            close("addressBlock");
        }
        open("registers");
        for (RegisterBlock block : datasheet.blocks()) {
            if (block.place().copies() > 1) {
                cluster(block);
            } else {
                block.registers()
                        .forEach(register -> register(register, block.place().baseOffset()));
            }
        }
        close("registers");
        close("peripheral");
    }

    private void cluster(RegisterBlock block) {
        RegisterBlock.Place place = block.place();
        open("cluster");
        element("dim", String.valueOf(place.copies()));
        element("dimIncrement", RegisterWords.hex(place.sizeBytes(), 1));
        element("name", block.name().toUpperCase(Locale.ROOT) + "[%s]");
        element("description", block.title());
        element("addressOffset", RegisterWords.hex(place.baseOffset(), 1));
        block.registers().forEach(register -> register(register, 0));
        close("cluster");
    }

    private void register(Register register, int baseOffset) {
        open("register");
        element("name", register.name());
        element("description", register.doc());
        element("addressOffset", RegisterWords.hex(baseOffset + register.offset(), 2));
        element("size", String.valueOf(register.widthBytes() * Byte.SIZE));
        element("access", access(register));
        element("resetValue", RegisterWords.value(register, register.resetValue()));
        element("resetMask", RegisterWords.value(register, register.storedMask()));
        open("fields");
        RegisterWords.usable(register).forEach(this::field);
        close("fields");
        close("register");
    }

    private static String access(Register register) {
        boolean writes = register.writable();
        boolean reads = register.readableMask() != 0;
        return writes && reads ? "read-write" : writes ? "write-only" : "read-only";
    }

    private void field(Field field) {
        open("field");
        element("name", field.name());
        element("description", RegisterWords.doc(field));
        element("bitOffset", String.valueOf(field.lsb()));
        element("bitWidth", String.valueOf(field.widthBits()));
        Access access = field.access();
        element("access", access == Access.WO ? "write-only" : access.writable() ? "read-write" : "read-only");
        if (access == Access.W0C) {
            element("modifiedWriteValues", "zeroToClear");
        } else if (access == Access.RW1C) {
            element("modifiedWriteValues", "oneToClear");
        }
        if (access == Access.RC) {
            element("readAction", "clear");
        } else if (access == Access.POP) {
            element("readAction", "modify");
        }
        close("field");
    }

    private void element(String name, String content) {
        indent().append('<')
                .append(name)
                .append('>')
                .append(escape(content))
                .append("</")
                .append(name)
                .append(">\n");
    }

    private void open(String name) {
        indent().append('<').append(name).append(">\n");
        depth++;
    }

    private void close(String name) {
        depth--;
        indent().append("</").append(name).append(">\n");
    }

    private StringBuilder indent() {
        return text.append("  ".repeat(depth));
    }

    private static String escape(String content) {
        return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
