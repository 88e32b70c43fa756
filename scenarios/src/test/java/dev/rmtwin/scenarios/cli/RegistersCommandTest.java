package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.datasheet.DatasheetBlock;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistersCommandTest {
    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void makeCommandLine() {
        cli = new Cli(folder);
    }

    @Test
    void shouldPrintDatasheetTablesOfAllBlocks() {
        assertThat(cli.run("registers")).isZero();
        assertThat(cli.out())
                .contains("| 0x10 | LISR | 32 |", "| 0x24 | SQ_TAIL | 32 |", "| 14 | GLOBAL_ENABLE | RW |");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void shouldPrintOneBlock() {
        assertThat(cli.run("registers", "--block", "rm", "--format", "md")).isZero();
        assertThat(cli.out()).contains("LISR").doesNotContain("SQ_TAIL");
    }

    @Test
    void shouldPrintOneJsonDocument() {
        assertThat(cli.run("registers", "--json")).isZero();
        assertThat(cli.json().get("blocks"))
                .hasSize(Arrays.stream(DatasheetBlock.values())
                        .mapToInt(sheet -> sheet.blocks().size())
                        .sum());
        Cli other = new Cli(folder);
        assertThat(other.run("registers", "--format", "json")).isZero();
        assertThat(other.out()).isEqualTo(cli.out());
    }

    @Test
    void shouldPrintACHeaderAndAnSvd() {
        assertThat(cli.run("registers", "--format", "c", "--block", "queue")).isZero();
        assertThat(cli.out()).contains("#define RMTWIN_CHANNEL_SQ_TAIL 0x24u").endsWith("#endif\n");
        Cli other = new Cli(folder);
        assertThat(other.run("registers", "--format", "svd")).isZero();
        assertThat(other.out()).startsWith("<?xml").endsWith("</device>\n");
    }

    @Test
    void shouldRefuseAnotherFormatOrBlock() {
        assertThat(cli.run("registers", "--format", "pdf")).isEqualTo(2);
        assertThat(cli.err()).contains("'pdf' is none of md, json, c, svd");
        Cli other = new Cli(folder);
        assertThat(other.run("registers", "--block", "dma")).isEqualTo(2);
        assertThat(other.err()).contains("'dma' is none of local, rm, queue, command");
        assertThat(other.out()).isEmpty();
    }
}
