package dev.rmtwin.scenarios.file;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds one {@link Item} from YAML events, without recursion, and stops at the first thing that is not let in. Events,
 * because a composed tree would recurse as deep as hostile input says, and would not keep the second of two equal keys.
 */
final class ItemBuilder {
    static final int DEPTH_LIMIT = 32;
    static final int ALIAS_LIMIT = 100;
    static final long ITEM_LIMIT = 100_000;

    private static final String KEEP_PLAIN = "write plain maps, lists and values";

    private final Problems problems;
    private final Source source;
    private final OptionalInt fixedLine;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Map<Anchor, Item> anchors = new HashMap<>();
    private Item top;
    private int aliasCount;
    private int documentCount;
    private boolean failed;

    /** A collection that is still open. */
    private static final class Frame {
        private final Item.Where where;
        private final boolean map;
        private final Optional<Anchor> anchor;
        private final Map<String, Item.Entry> entries = new LinkedHashMap<>();
        private final List<Item> items = new ArrayList<>();
        private Item.Extent extent = Item.Extent.ONE;
        private Item.Scalar key;

        Frame(Item.Where where, boolean map, Optional<Anchor> anchor) {
            this.where = where;
            this.map = map;
            this.anchor = anchor;
        }

        Item close() {
            return map
                    ? new Item.Mapping(where, entries, extent)
                    : new Item.Sequence(where, List.copyOf(items), extent);
        }
    }

    /** @param fixedLine the line that all items get, for text that is not a file */
    ItemBuilder(Problems problems, Source source, OptionalInt fixedLine) {
        this.problems = problems;
        this.source = source;
        this.fixedLine = fixedLine;
    }

    /** Whether building stopped with a problem. */
    boolean failed() {
        return failed;
    }

    /** The document; empty when there is none or {@link #failed}. */
    Optional<Item> build(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source.name())
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try {
            for (Event event : new Parse(settings).parseString(text)) {
                accept(event);
                if (failed) {
                    return Optional.empty();
                }
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(m -> m.getLine() + 1).orElse(1);
            fail(line, "is not YAML: " + oneLine(e.getProblem()), "check indentation, quotes and brackets");
        } catch (YamlEngineException e) {
            fail(1, "is not YAML: " + oneLine(String.valueOf(e.getMessage())), KEEP_PLAIN);
        }
        return failed ? Optional.empty() : Optional.ofNullable(top);
    }

    private void accept(Event event) {
        switch (event.getEventId()) {
            case DocumentStart -> startDocument(event);
            case Alias -> acceptAlias((AliasEvent) event);
            case Scalar -> acceptScalar((ScalarEvent) event);
            case SequenceStart, MappingStart -> open((CollectionStartEvent) event);
            case SequenceEnd, MappingEnd -> close();
            case StreamStart, StreamEnd, DocumentEnd, Comment -> {
                // nothing to keep
            }
        }
    }

    private void startDocument(Event event) {
        documentCount++;
        if (documentCount > 1) {
            fail(line(event), "starts a second document", "keep one document a file; remove '---'");
        }
    }

    private void acceptAlias(AliasEvent event) {
        aliasCount++;
        String name = Problems.shown("*" + event.getAlias().getValue());
        Item item = anchors.get(event.getAlias());
        if (aliasCount > ALIAS_LIMIT) {
            fail(line(event), "has more than " + ALIAS_LIMIT + " aliases", "use include or a profile for what repeats");
        } else if (isOpen(event.getAlias())) {
            fail(line(event), "alias " + name + " contains itself", "write the value out");
        } else if (item == null) {
            fail(
                    line(event),
                    "alias " + name + " has no anchor",
                    "define it before, or quote a value that starts with *");
        } else {
            add(item, event);
        }
    }

    private boolean isOpen(Anchor anchor) {
        return frames.stream().anyMatch(f -> f.anchor.filter(anchor::equals).isPresent());
    }

    private void acceptScalar(ScalarEvent event) {
        if (refuseTag(event.getTag(), event)) {
            return;
        }
        Item.Scalar scalar = new Item.Scalar(where(event), event.getValue(), event.isPlain());
        Frame frame = frames.peek();
        if (frame != null && frame.map && frame.key == null) {
            acceptKey(frame, scalar, event);
            return;
        }
        register(event, scalar);
        add(scalar, event);
    }

    private void acceptKey(Frame frame, Item.Scalar key, ScalarEvent event) {
        if (key.plain() && key.text().equals("<<")) {
            fail(line(event), "merge key '<<' is not read here", "use include, or a profile");
            return;
        }
        Item.Entry first = frame.entries.get(key.text());
        if (first != null) {
            String wrong = "key " + Problems.shown(key.text()) + " is given twice, first in line "
                    + first.where().line();
            problems.add(key.where(), path(), wrong, "keep one of the two");
        }
        frame.key = key;
        register(event, key);
    }

    private boolean refuseTag(Optional<String> tag, Event event) {
        tag.ifPresent(t -> fail(line(event), "tag " + Problems.shown(t) + " is not read here", KEEP_PLAIN));
        return tag.isPresent();
    }

    private void open(CollectionStartEvent event) {
        Frame parent = frames.peek();
        if (refuseTag(event.getTag(), event)) {
            return;
        }
        if (parent != null && parent.map && parent.key == null) {
            fail(line(event), "a key is a map or list", "keys are names: 'name: value'; quote text with { or [");
            return;
        }
        if (frames.size() >= DEPTH_LIMIT) {
            fail(line(event), "is nested deeper than " + DEPTH_LIMIT + " levels", KEEP_PLAIN);
            return;
        }
        event.getAnchor().ifPresent(anchors::remove);
        boolean map = event.getEventId() == Event.ID.MappingStart;
        Item.Where where = parent != null && parent.map ? parent.key.where() : where(event);
        frames.push(new Frame(where, map, event.getAnchor()));
    }

    private void close() {
        Frame frame = frames.pop();
        Item item = frame.close();
        frame.anchor.ifPresent(a -> anchors.put(a, item));
        add(item, frame.where.line());
    }

    private void register(NodeEvent event, Item item) {
        event.getAnchor().ifPresent(a -> anchors.put(a, item));
    }

    private void add(Item item, Event event) {
        add(item, line(event));
    }

    private void add(Item item, int line) {
        Frame frame = frames.peek();
        if (frame == null) {
            top = item;
            return;
        }
        frame.extent = frame.extent.above(item.extent());
        if (frame.extent.items() > ITEM_LIMIT) {
            fail(line, "unfolds to more than " + ITEM_LIMIT + " values", "use fewer aliases, or split the file");
        } else if (frame.extent.height() > DEPTH_LIMIT) {
            fail(line, "is nested deeper than " + DEPTH_LIMIT + " levels by aliases", KEEP_PLAIN);
        } else if (!frame.map) {
            frame.items.add(item);
        } else if (frame.key == null) {
            fail(line, "an alias stands for a key", "write the key out");
        } else {
            frame.entries.putIfAbsent(frame.key.text(), new Item.Entry(frame.key.where(), item));
            frame.key = null;
        }
    }

    private String path() {
        List<String> names = new ArrayList<>();
        frames.descendingIterator().forEachRemaining(f -> {
            if (f.key != null) {
                names.add(f.key.text());
            }
        });
        return String.join(".", names);
    }

    private void fail(int line, String wrong, String right) {
        failed = true;
        problems.add(new Item.Where(source, fixedLine.orElse(line)), "", wrong, right);
    }

    private Item.Where where(Event event) {
        return new Item.Where(source, fixedLine.orElse(line(event)));
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }
}
