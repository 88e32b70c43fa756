package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.datasheet.DatasheetBlock;
import dev.rmtwin.scenarios.datasheet.RegisterHeader;
import dev.rmtwin.scenarios.datasheet.RegisterJson;
import dev.rmtwin.scenarios.datasheet.RegisterMarkdown;
import dev.rmtwin.scenarios.datasheet.RegisterSvd;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code registers}: the cards' register tables. */
@Command(
        name = "registers",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints the register tables of the cards: for a datasheet, a program, a driver or a debugger.",
        footer = {
            "",
            "Examples:",
            "  ./rmtwin registers",
            "  ./rmtwin registers --format c > rmtwin_registers.h",
            "  ./rmtwin registers --format svd --block rm > rm.svd"
        })
final class RegistersCommand implements Callable<Integer> {
    /** What the tables can be written as. */
    enum Format {
        MD,
        JSON,
        C,
        SVD
    }

    private final Session session;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "md",
            converter = FormatName.class,
            description = "md (datasheet tables, the default), json, c (a header), svd (CMSIS-SVD).")
    private Format format;

    @Option(
            names = "--block",
            paramLabel = "BLOCK",
            converter = BlockName.class,
            description = "Only this block: local, rm, queue or command.")
    private DatasheetBlock block;

    @Option(names = "--json", description = "As --format json.")
    private boolean json;

    RegistersCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<DatasheetBlock> blocks = block == null ? List.of(DatasheetBlock.values()) : List.of(block);
        session.console()
                .out()
                .print(
                        switch (json ? Format.JSON : format) {
                            case MD -> markdown(blocks);
                            case JSON -> RegisterJson.text(blocks);
                            case C -> RegisterHeader.text(blocks);
                            case SVD -> RegisterSvd.text(blocks);
                        });
        return ExitStatus.OK;
    }

    private static String markdown(List<DatasheetBlock> blocks) {
        StringBuilder text = new StringBuilder();
        for (DatasheetBlock each : blocks) {
            text.append(RegisterMarkdown.text(each));
        }
        return text.toString();
    }

    /** Formats by their lower-case names. */
    static final class FormatName implements ITypeConverter<Format> {
        @Override
        public Format convert(String text) {
            for (Format format : Format.values()) {
                if (format.name().toLowerCase(Locale.ROOT).equals(text)) {
                    return format;
                }
            }
            throw new TypeConversionException("'" + text + "' is none of md, json, c, svd");
        }
    }

    /** Blocks by their names. */
    static final class BlockName implements ITypeConverter<DatasheetBlock> {
        @Override
        public DatasheetBlock convert(String text) {
            for (DatasheetBlock block : DatasheetBlock.values()) {
                if (block.label().equals(text)) {
                    return block;
                }
            }
            throw new TypeConversionException("'" + text + "' is none of local, rm, queue");
        }
    }
}
