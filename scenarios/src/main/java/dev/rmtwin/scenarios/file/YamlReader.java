package dev.rmtwin.scenarios.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads YAML into {@link Item}s. Only what configuration needs is let in: one UTF-8 document of bounded size and depth,
 * no tags, no merge keys, few aliases. Everything else becomes a problem with its line.
 */
final class YamlReader {
    private final Problems problems;

    YamlReader(Problems problems) {
        this.problems = problems;
    }

    /**
     * The map at the top of a file; empty when the file cannot be used, with the reason among the problems.
     *
     * @param askedAt where the file is named, with the path there; the file itself when it is the first
     */
    Optional<Item.Mapping> readFile(Source source, Item.Where askedAt, String path) {
        Optional<byte[]> bytes = readBytes(source, askedAt, path);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        if (bytes.get().length > Source.LIMIT_BYTES && !(source instanceof Source.TextSource)) {
            problems.add(whole(source), "", "is larger than 1 MiB", "split it with include, or check the name");
            return Optional.empty();
        }
        return decode(source, bytes.get()).flatMap(text -> readTop(source, text));
    }

    /** A single value, as after {@code --set path=}; every line counts as {@code where}. */
    Optional<Item> readValue(Item.Where where, String text) {
        if (!checkCharacters(where.source(), text, OptionalInt.of(where.line()))) {
            return Optional.empty();
        }
        ItemBuilder builder = new ItemBuilder(problems, where.source(), OptionalInt.of(where.line()));
        Optional<Item> item = builder.build(text);
        if (item.isEmpty() && !builder.failed()) {
            return Optional.of(new Item.Scalar(where, "", true));
        }
        return item;
    }

    private Optional<Item.Mapping> readTop(Source source, String text) {
        if (!checkCharacters(source, text, OptionalInt.empty())) {
            return Optional.empty();
        }
        ItemBuilder builder = new ItemBuilder(problems, source, OptionalInt.empty());
        Optional<Item> item = builder.build(text);
        if (item.isEmpty()) {
            if (!builder.failed()) {
                problems.add(whole(source), "", "is empty", "write at least 'scenario: NAME' (rmtwin new FILE)");
            }
            return Optional.empty();
        }
        return switch (item.get()) {
            case Item.Mapping mapping -> Optional.of(mapping);
            case Item.Scalar scalar
            when scalar.isNull() -> {
                problems.add(scalar.where(), "", "is empty", "write 'key: value' lines (rmtwin new FILE)");
                yield Optional.empty();
            }
            case Item.Scalar scalar -> notMap(scalar);
            case Item.Sequence sequence -> notMap(sequence);
        };
    }

    private Optional<Item.Mapping> notMap(Item item) {
        problems.add(item.where(), "", "has " + item.shown() + " at the top", "write a map: 'key: value' lines");
        return Optional.empty();
    }

    private Optional<byte[]> readBytes(Source source, Item.Where askedAt, String path) {
        if (source instanceof Source.FileSource file && Files.isDirectory(file.path())) {
            problems.add(askedAt, path, describe(source, askedAt) + "is a directory", "name a .yaml file in it");
            return Optional.empty();
        }
        try {
            return Optional.of(source.read());
        } catch (NoSuchFileException | FileNotFoundException e) {
            problems.add(askedAt, path, describe(source, askedAt) + "does not exist", "check the name (rmtwin list)");
        } catch (AccessDeniedException e) {
            problems.add(askedAt, path, describe(source, askedAt) + "may not be read", "allow reading (chmod +r)");
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? "no reason given" : e.getReason();
            String wrong = describe(source, askedAt) + "cannot be opened: " + Problems.shown(reason);
            problems.add(askedAt, path, wrong, "name a text file");
        } catch (IOException e) {
            String wrong =
                    describe(source, askedAt) + "cannot be read: " + Problems.shown(String.valueOf(e.getMessage()));
            problems.addEnvironment(askedAt, wrong, "check the disk or network that it is on");
        }
        return Optional.empty();
    }

    private static String describe(Source source, Item.Where askedAt) {
        return source.equals(askedAt.source()) ? "" : Problems.shown(source.name()) + " ";
    }

    private Optional<String> decode(Source source, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        if (result.isError()) {
            int line = 1 + (int) out.chars().filter(c -> c == '\n').count();
            String wrong = String.format("byte 0x%02X is not UTF-8", bytes[in.position()] & 0xFF);
            problems.add(new Item.Where(source, line), "", wrong, "save the file as UTF-8");
            return Optional.empty();
        }
        String text = out.toString();
        return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    }

    private boolean checkCharacters(Source source, String text, OptionalInt fixedLine) {
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                line++;
            } else if (forbidden(c)) {
                String wrong = String.format("character U+%04X is not text", (int) c);
                Item.Where where = new Item.Where(source, fixedLine.orElse(line));
                problems.add(where, "", wrong, "remove it, or check that this is a text file");
                return false;
            }
        }
        return true;
    }

    private static boolean forbidden(char c) {
        boolean control = c < ' ' && c != '\n' && c != '\r' && c != '\t';
        return control || (c >= 0x7F && c <= 0x9F && c != 0x85) || c == 0xFEFF || c >= 0xFFFE;
    }

    private static Item.Where whole(Source source) {
        return new Item.Where(source, 1);
    }
}
