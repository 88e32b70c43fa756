package dev.rmtwin.scenarios.datasheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What programs read: the C header by a C compiler, the SVD by an XML parser and CMSIS-SVD's rules, the JSON by a JSON parser. */
class RegisterFormatsTest {
    private static final List<DatasheetBlock> ALL = List.of(DatasheetBlock.values());

    /** Elements that CMSIS-SVD 1.3 lets stand in each, in its order; those with a star must be there. */
    private static final List<String> DEVICE = List.of(
            "vendor",
            "vendorID",
            "name*",
            "series",
            "version*",
            "description*",
            "addressUnitBits*",
            "width*",
            "peripherals*");

    private static final List<String> PERIPHERAL =
            List.of("name*", "version", "description", "baseAddress*", "addressBlock", "registers");
    private static final List<String> CLUSTER =
            List.of("dim", "dimIncrement", "name*", "description", "addressOffset*", "register");
    private static final List<String> REGISTER = List.of(
            "name*",
            "displayName",
            "description",
            "addressOffset*",
            "size",
            "access",
            "resetValue",
            "resetMask",
            "fields");
    private static final List<String> FIELD =
            List.of("name*", "description", "bitOffset", "bitWidth", "access", "modifiedWriteValues", "readAction");

    @TempDir
    private Path folder;

    @Test
    void shouldCompileAsCAndAsCPlusPlusWithoutAWarning() throws IOException, InterruptedException {
        if (!there("gcc")) {
            System.err.println("SKIPPED: gcc is not there: the C header of the registers was not compiled");
        }
        Assumptions.assumeTrue(there("gcc"), "gcc is not there");
        Files.writeString(folder.resolve("rmtwin_registers.h"), RegisterHeader.text(ALL));
        StringBuilder program = new StringBuilder("#include \"rmtwin_registers.h\"\n#include \"rmtwin_registers.h\"\n");
        int checks = 0;
        for (RegisterBlock block : blocks()) {
            for (Register register : block.registers()) {
                String name = "RMTWIN_" + block.name().toUpperCase(Locale.ROOT) + "_" + register.name();
                program.append("_Static_assert(%s == %d && %s_BYTES == %d, \"place\");\n"
                        .formatted(name, register.offset(), name, register.widthBytes()));
                program.append(
                        "_Static_assert(%s_RESET == %dULL, \"reset\");\n".formatted(name, register.resetValue()));
                for (Field field :
                        RegisterWords.hasFields(register) ? RegisterWords.usable(register) : List.<Field>of()) {
                    String ones = "RMTWIN_GET(~0ULL, %s_%s)".formatted(name, field.name());
                    program.append(
                            "_Static_assert(%s == %dULL, \"field\");\n".formatted(ones, field.mask() >>> field.lsb()));
                    program.append("_Static_assert(RMTWIN_BITS(%s_%s, 1) == %dULL, \"place\");\n"
                            .formatted(name, field.name(), 1L << field.lsb()));
                    checks++;
                }
            }
        }
        assertThat(checks).isGreaterThan(50);
        program.append("_Static_assert(RMTWIN_CHANNEL_OFFSET(2) + RMTWIN_CHANNEL_STATUS == 0x1204, \"channel\");\n");
        program.append("int main(void) { return 0; }\n");
        Files.writeString(folder.resolve("check.c"), program);
        compile("gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "check.c", "-o", "check");
        compile("gcc", "-std=c99", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", "rmtwin_registers.h");
        if (there("g++")) {
            compile("g++", "-Wall", "-Werror", "-fsyntax-only", "-x", "c++", "rmtwin_registers.h");
        }
    }

    private static boolean there(String program) {
        return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private void compile(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).isEmpty();
    }

    private static List<RegisterBlock> blocks() {
        return ALL.stream().flatMap(datasheet -> datasheet.blocks().stream()).toList();
    }

    @Test
    void shouldBeAWellFormedSvdByTheStructureOfCmsisSvd() throws Exception {
        byte[] text = RegisterSvd.text(ALL).getBytes(StandardCharsets.UTF_8);
        Element device = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text))
                .getDocumentElement();
        assertThat(device.getTagName()).isEqualTo("device");
        assertThat(device.getAttribute("schemaVersion")).isEqualTo("1.3");
        checkChildren(device, DEVICE);
        List<Element> peripherals = all(device, "peripheral");
        assertThat(peripherals).hasSameSizeAs(ALL);
        peripherals.forEach(peripheral -> checkChildren(peripheral, PERIPHERAL));
        all(device, "cluster").forEach(cluster -> checkChildren(cluster, CLUSTER));
        List<Element> registers = all(device, "register");
        assertThat(registers)
                .hasSize(blocks().stream().mapToInt(b -> b.registers().size()).sum());
        registers.forEach(RegisterFormatsTest::checkRegister);
        checkSiblingNames(device);
    }

    private static void checkRegister(Element register) {
        checkChildren(register, REGISTER);
        int sizeBits = number(register, "size");
        long taken = 0;
        for (Element field : all(register, "field")) {
            checkChildren(field, FIELD);
            int lsb = number(field, "bitOffset");
            int width = number(field, "bitWidth");
            assertThat(lsb + width).as("field of %s", text(register, "name")).isBetween(1, sizeBits);
            long mask = -1L >>> 64 - width << lsb;
            assertThat(taken & mask)
                    .as("fields of %s overlap", text(register, "name"))
                    .isZero();
            taken |= mask;
            assertThat(text(field, "access")).isIn("read-only", "write-only", "read-write");
        }
        assertThat(text(register, "access")).isIn("read-only", "write-only", "read-write");
        assertThat(text(register, "addressOffset")).matches("0x[0-9A-F]+");
        assertThat(text(register, "resetValue")).hasSize(2 + sizeBits / 4);
    }

    /** Names are C identifiers, but for the index of an array, and unique among their siblings. */
    private static void checkSiblingNames(Element element) {
        Set<String> names = new HashSet<>();
        for (Element child : children(element)) {
            checkSiblingNames(child);
            if (!children(child).isEmpty()
                    && children(child).stream().anyMatch(c -> c.getTagName().equals("name"))) {
                assertThat(text(child, "name")).matches("[A-Za-z_][A-Za-z0-9_]*(\\[%s])?");
                assertThat(names.add(child.getTagName() + text(child, "name"))).isTrue();
            }
        }
    }

    /** Children come in the schema's order, none is unknown, and those with a star are there. */
    private static void checkChildren(Element element, List<String> allowed) {
        List<String> order = allowed.stream().map(name -> name.replace("*", "")).toList();
        int at = 0;
        Set<String> seen = new HashSet<>();
        for (Element child : children(element)) {
            int position = order.indexOf(child.getTagName());
            // A peripheral's registers and clusters may be mixed.
            assertThat(position)
                    .as("%s in %s", child.getTagName(), element.getTagName())
                    .isGreaterThanOrEqualTo(at);
            at = position;
            seen.add(child.getTagName());
        }
        allowed.stream()
                .filter(name -> name.endsWith("*"))
                .forEach(name -> assertThat(seen)
                        .as("children of %s", element.getTagName())
                        .contains(name.replace("*", "")));
    }

    private static List<Element> children(Element element) {
        List<Element> children = new ArrayList<>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                children.add(child);
            }
        }
        return children;
    }

    private static List<Element> all(Element root, String name) {
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < root.getElementsByTagName(name).getLength(); i++) {
            found.add((Element) root.getElementsByTagName(name).item(i));
        }
        return found;
    }

    private static String text(Element element, String child) {
        return children(element).stream()
                .filter(c -> c.getTagName().equals(child))
                .map(Element::getTextContent)
                .findFirst()
                .orElseThrow();
    }

    private static int number(Element element, String child) {
        return Integer.parseInt(text(element, child));
    }

    @Test
    void shouldSayTheSameInJson() {
        JsonNode document = JsonMapper.shared().readTree(RegisterJson.text(ALL));
        List<RegisterBlock> blocks = blocks();
        assertThat(document.get("blocks")).hasSize(blocks.size());
        for (int b = 0; b < blocks.size(); b++) {
            JsonNode block = document.get("blocks").get(b);
            assertThat(block.get("bar").asInt()).isEqualTo(blocks.get(b).place().bar());
            for (int r = 0; r < blocks.get(b).registers().size(); r++) {
                Register register = blocks.get(b).register(r);
                JsonNode row = block.get("registers").get(r);
                assertThat(row.get("name").asString()).isEqualTo(register.name());
                assertThat(row.get("offset").asInt()).isEqualTo(register.offset());
                assertThat(Long.decode(row.get("reset").asString())).isEqualTo(register.resetValue());
                int bits = 0;
                for (JsonNode field : row.get("fields")) {
                    bits += field.get("widthBits").asInt();
                }
                assertThat(bits).as("bits of %s", register.name()).isEqualTo(register.widthBytes() * 8);
            }
        }
    }
}
