package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published JSON Schemas, made from the table of keys so that editors know what the loader knows. A section exists
 * in two forms: whole, and as a part that changes something included or a profile, where nothing is required.
 */
public final class JsonSchema {
    /** Name of each published file. */
    public static final List<String> FILES =
            List.of("scenario.schema.json", "host-profile.schema.json", "card-profile.schema.json");

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Map<String, ObjectNode> definitions = new LinkedHashMap<>();

    private JsonSchema() {}

    /** The text of one of {@link #FILES}. */
    public static String text(String file) {
        JsonSchema schema = new JsonSchema();
        ObjectNode root = switch (FILES.indexOf(file)) {
            case 0 -> schema.root(ScenarioKeys.SCENARIO, "include");
            case 1 -> schema.root(HostKeys.HOST, "profile");
            case 2 -> schema.root(CardKeys.CARD, "profile");
            default -> throw new IllegalArgumentException("no schema " + file);
        };
        return MAPPER.writeValueAsString(root).replace("\r\n", "\n") + "\n";
    }

    /** A file: as a part when it starts from something else, whole when it does not. */
    private ObjectNode root(Section<?> section, String startsFrom) {
        ObjectNode root = NODES.objectNode();
        root.put("$schema", DIALECT);
        root.put("title", "rmtwin: " + section.title());
        part(section, root);
        ObjectNode condition = root.putObject("if");
        condition.putArray("required").add(startsFrom);
        ObjectNode whole = root.putObject("else");
        whole(section, whole);
        ObjectNode all = root.putObject("$defs");
        definitions.forEach(all::set);
        return root;
    }

    private void part(Section<?> section, ObjectNode target) {
        target.put("type", "object");
        ObjectNode properties = target.putObject("properties");
        for (Key<?> key : section.keys().values()) {
            ObjectNode property = properties.putObject(key.name());
            property.put("description", describe(key));
            ArrayNode either = property.putArray("anyOf");
            either.add(of(key.kind(), true));
            either.addObject().put("type", "null");
        }
        target.put("additionalProperties", false);
    }

    private void whole(Section<?> section, ObjectNode target) {
        target.put("type", "object");
        ObjectNode properties = target.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        for (Key<?> key : section.keys().values()) {
            ObjectNode property = of(key.kind(), false);
            property.put("description", describe(key));
            properties.set(key.name(), property);
            if (key.required()) {
                required.add(key.name());
            }
        }
        if (!required.isEmpty()) {
            target.set("required", required);
        }
        if (!section.exactlyOne().isEmpty()) {
            ArrayNode choices = target.putArray("oneOf");
            section.exactlyOne()
                    .forEach(name -> choices.addObject().putArray("required").add(name));
        }
        target.put("additionalProperties", false);
    }

    private static String describe(Key<?> key) {
        boolean standard = key.standard() != null && !key.standard().isEmpty();
        return key.doc() + ": " + KindText.of(key.kind()) + (standard ? " (standard: " + key.standard() + ")" : "");
    }

    private ObjectNode reference(Section<?> section, boolean part) {
        String id = section.id() + (part ? "Part" : "");
        if (!definitions.containsKey(id)) {
            ObjectNode definition = NODES.objectNode();
            definitions.put(id, definition);
            if (part) {
                part(section, definition);
            } else {
                whole(section, definition);
            }
        }
        ObjectNode reference = NODES.objectNode();
        reference.put("$ref", "#/$defs/" + id);
        return reference;
    }

    private ObjectNode of(Kind kind, boolean part) {
        return switch (kind) {
            case Kind.Amount a -> quantity(a.dimension());
            case Kind.Frequency f -> quantity(Dimension.FREQUENCY);
            case Kind.Offset o -> offset();
            case Kind.Whole w -> whole(w);
            case Kind.Prose p -> typed("string");
            case Kind.Name n -> typed("string", "integer").put("pattern", "^" + Kind.Name.PATTERN + "$");
            case Kind.Label l -> typed("string", "number").put("minLength", 1);
            case Kind.Choice c -> choice(c);
            case Kind.Nested n -> reference(n.section(), part);
            case Kind.Profile p ->
                anyOf(typed("string", "integer"), reference(p.profile().section(), true));
            case Kind.MapOf m -> map(m, part);
            case Kind.ListOf l -> list(l);
            case Kind.Files f -> anyOf(typed("string"), files());
            case Kind.Reading r -> typed("string", "integer");
            case Kind.Tolerance t -> typed("string", "integer");
        };
    }

    private static ObjectNode typed(String... types) {
        ObjectNode node = NODES.objectNode();
        if (types.length == 1) {
            return node.put("type", types[0]);
        }
        ArrayNode list = node.putArray("type");
        List.of(types).forEach(list::add);
        return node;
    }

    private static ObjectNode anyOf(ObjectNode... choices) {
        ObjectNode node = NODES.objectNode();
        ArrayNode list = node.putArray("anyOf");
        List.of(choices).forEach(list::add);
        return node;
    }

    private static ObjectNode quantity(Dimension dimension) {
        ObjectNode node = typed("string").put("pattern", dimension.pattern());
        node.putArray("examples").add(dimension.example());
        return node;
    }

    private static ObjectNode offset() {
        ObjectNode digits = typed("string").put("pattern", "^\\s*(?:0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})\\s*$");
        ObjectNode number = typed("integer").put("minimum", 0);
        return anyOf(number, digits, quantity(Dimension.BYTES));
    }

    private static ObjectNode whole(Kind.Whole kind) {
        return typed("integer").put("minimum", kind.least()).put("maximum", kind.most());
    }

    private static ObjectNode choice(Kind.Choice kind) {
        ObjectNode node = NODES.objectNode();
        ArrayNode labels = node.putArray("enum");
        for (String label : kind.labels()) {
            labels.add(label);
            if (label.matches("[0-9]+")) {
                labels.add(Integer.parseInt(label));
            }
        }
        return node;
    }

    private ObjectNode map(Kind.MapOf kind, boolean part) {
        ObjectNode node = typed("object");
        node.putObject("propertyNames").put("pattern", "^" + Kind.Name.PATTERN + "$");
        node.set("additionalProperties", reference(kind.section(), part));
        node.put("maxProperties", kind.most());
        if (!part) {
            node.put("minProperties", kind.least());
        }
        return kind.least() == 0 && !part ? anyOf(node, typed("null")) : node;
    }

    private ObjectNode list(Kind.ListOf kind) {
        ObjectNode node = typed("array");
        node.set("items", reference(kind.section(), false));
        return node;
    }

    private static ObjectNode files() {
        ObjectNode node = typed("array");
        node.set("items", typed("string"));
        return node;
    }
}
