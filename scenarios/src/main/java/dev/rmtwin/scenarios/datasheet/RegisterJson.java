package dev.rmtwin.scenarios.datasheet;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.scenarios.report.Json;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** The register tables as one JSON document. Values are hexadecimal strings, since JSON numbers do not hold 64 bits safely. */
public final class RegisterJson {
    private RegisterJson() {}

    /** The document for these blocks. */
    public static String text(List<DatasheetBlock> datasheets) {
        return Json.document(json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("blocks");
            for (DatasheetBlock datasheet : datasheets) {
                datasheet.blocks().forEach(block -> block(json, block));
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void block(JsonGenerator json, RegisterBlock block) {
        json.writeStartObject();
        json.writeStringProperty("name", block.name());
        json.writeStringProperty("title", block.title());
        json.writeNumberProperty("bar", block.place().bar());
        json.writeNumberProperty("baseOffset", block.place().baseOffset());
        json.writeNumberProperty("sizeBytes", block.place().sizeBytes());
        json.writeNumberProperty("copies", block.place().copies());
        json.writeArrayPropertyStart("registers");
        block.registers().forEach(register -> register(json, register));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void register(JsonGenerator json, Register register) {
        json.writeStartObject();
        json.writeStringProperty("name", register.name());
        json.writeNumberProperty("offset", register.offset());
        json.writeNumberProperty("widthBytes", register.widthBytes());
        json.writeStringProperty("reset", RegisterWords.value(register, register.resetValue()));
        json.writeStringProperty("resetMask", RegisterWords.value(register, register.storedMask()));
        json.writeBooleanProperty("clearedAfterRead", register.clearedAfterRead());
        json.writeStringProperty("description", register.doc());
        json.writeStringProperty("source", register.section());
        json.writeArrayPropertyStart("fields");
        register.fields().forEach(field -> field(json, field));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void field(JsonGenerator json, Field field) {
        json.writeStartObject();
        json.writeStringProperty("name", field.name());
        json.writeNumberProperty("lsb", field.lsb());
        json.writeNumberProperty("widthBits", field.widthBits());
        json.writeStringProperty("access", field.access().name());
        json.writeStringProperty("value", field.source().name().toLowerCase(Locale.ROOT));
        json.writeBooleanProperty("modelled", field.modelled());
        json.writeStringProperty("description", field.doc());
        json.writeEndObject();
    }
}
