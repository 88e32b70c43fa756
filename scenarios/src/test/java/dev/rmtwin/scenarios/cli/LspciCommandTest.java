package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.report.Ansi;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cards as the program that administrators know sees them; files by the real loader. */
class LspciCommandTest {
    @TempDir
    private Path folder;

    private String out;
    private String err;

    @Test
    void shouldShowEveryCardOfTheStandardRing() throws Exception {
        assertThat(run("lspci")).as(err).isZero();
        assertThat(out).hasLineCount(3 * (1 + 256 + 1));
        assertThat(out)
                .startsWith("01:00.0 rm-queue of rmtwin, profile reference-lab, node 1\n00: fa ff 71 52 06 00 10 00");
        assertThat(out).contains("\nff0: 00 00 00");
        String text = decode();
        assertThat(text).contains("01:00.0 Bridge", "02:00.0 Bridge", "03:00.0 Bridge");
        for (int node = 1; node <= 3; node++) {
            assertThat(text).contains("Device Serial Number 02-54-57-49-4e-00-00-0" + node);
        }
    }

    @Test
    void shouldDecodeEveryCapabilityOfTheQueueCard() throws Exception {
        assertThat(run("lspci", "--node", "2")).as(err).isZero();
        assertThat(decode())
                .startsWith("02:00.0 Bridge: Device fffa:5271 (rev 01)")
                .contains(
                        "Subsystem: Device fffa:7477",
                        "Control: I/O- Mem+ BusMaster+",
                        "Region 0: Memory at c4010000 (32-bit, non-prefetchable)",
                        "Region 2: Memory at c4011000 (32-bit, non-prefetchable)",
                        "Region 3: Memory at c0000000 (32-bit, non-prefetchable)",
                        "Region 4: Memory at c4000000 (32-bit, non-prefetchable)",
                        "Region 5: Memory at c4012000 (32-bit, non-prefetchable)",
                        "Capabilities: [40] Power Management version 3",
                        "Status: D0 NoSoftRst+",
                        "Capabilities: [50] MSI: Enable- Count=1/16 Maskable+ 64bit+",
                        "Capabilities: [70] MSI-X: Enable- Count=9 Masked-",
                        "Vector table: BAR=5 offset=00000000",
                        "PBA: BAR=5 offset=00000800",
                        "Capabilities: [80] Express (v2) Endpoint",
                        "FLReset+",
                        "MaxPayload 128 bytes, PhantFunc 0",
                        "MaxPayload 128 bytes, MaxReadReq 512 bytes",
                        "LnkSta:\tSpeed 8GT/s, Width x4",
                        "Capabilities: [c0] Vendor Specific Information: Len=10",
                        "Capabilities: [100 v2] Advanced Error Reporting",
                        "UESvrt:\tDLP+ SDES+ TLP- FCP+ CmpltTO- CmpltAbrt- UnxCmplt- RxOF+ MalfTLP+",
                        "CEMsk:\tRxErr- BadTLP- BadDLLP- Rollover- Timeout- AdvNonFatalErr+",
                        "Capabilities: [140 v1] Device Serial Number 02-54-57-49-4e-00-00-02")
                .doesNotContain("Access Control", "Address Translation", "Interrupt: pin");
    }

    @Test
    void shouldDecodeThePlainCard() throws Exception {
        assertThat(run("lspci", "--profile", "5565")).as(err).isZero();
        assertThat(out).contains("\n00: 4a 11 65 55 07 00 10 00 01 00 80 06");
        assertThat(decode())
                .contains(
                        "01:00.0 Bridge",
                        "Subsystem: Device fffa:7477",
                        "Control: I/O+ Mem+ BusMaster+",
                        "Interrupt: pin A routed to IRQ 11",
                        "Region 0: Memory at c4000000 (32-bit, non-prefetchable)",
                        "Region 1: I/O ports at d000",
                        "Region 2: Memory at c4000200 (32-bit, non-prefetchable)",
                        "Region 3: Memory at c0000000 (32-bit, non-prefetchable)",
                        "Capabilities: [40] Power Management version 3",
                        "Status: D0 NoSoftRst-")
                .doesNotContain("MSI", "Express", "Region 4");
    }

    @Test
    void shouldDecodeTheServicesThatAProfileAsksFor() throws Exception {
        Files.writeString(folder.resolve("my card.yaml"), """
                profile: reference-lab
                pcie: {acs: present, ats: present, maxPayload: 512 B, generation: 1}
                queue: {channels: 64}
                """);
        assertThat(run("lspci", "--profile", "./my card.yaml")).as(err).isZero();
        assertThat(decode())
                .contains(
                        "Count=69",
                        "MaxPayload 512 bytes, PhantFunc 0",
                        "LnkCap:\tPort #0, Speed 2.5GT/s, Width x4",
                        "Capabilities: [150 v1] Access Control Services",
                        "ReqRedir+ CmpltRedir+",
                        "Capabilities: [160 v1] Address Translation Service (ATS)");
    }

    @Test
    void shouldRefuseServicesOnACardThatCannotHaveThem() throws Exception {
        Files.writeString(folder.resolve("bad.yaml"), "profile: 5565\npcie: {ats: present}\n");
        assertThat(run("lspci", "--profile", "./bad.yaml")).isEqualTo(2);
        assertThat(err)
                .contains("pcie.ats", "identity 5565 is a conventional PCI card")
                .hasLineCount(1);
    }

    @Test
    void shouldShowTheCardsOfAScenarioByFileAndByName() throws Exception {
        assertThat(run("new", "my.yaml")).isZero();
        assertThat(run("lspci", "my.yaml", "--node", "1")).as(err).isZero();
        assertThat(out).startsWith("01:00.0 rm-queue");
        assertThat(run("lspci", "portable-5565")).as(err).isZero();
        assertThat(Pattern.compile("(?m)^0[123]:00.0 5565 ").matcher(out).results())
                .hasSize(3);
    }

    @Test
    void shouldTakeTheIdentitysNameForTheStandardProfile() throws Exception {
        assertThat(run("lspci", "--profile", "rm-queue")).as(err).isZero();
        assertThat(out).startsWith("01:00.0 rm-queue of rmtwin, profile reference-lab");
    }

    @Test
    void shouldGiveTheSameBytesAsJson() throws Exception {
        assertThat(run("lspci", "--node", "3", "--json")).as(err).isZero();
        JsonNode cards = JsonMapper.shared().readTree(out).get("cards");
        assertThat(cards.size()).isEqualTo(1);
        JsonNode card = cards.get(0);
        assertThat(card.get("address").stringValue()).isEqualTo("03:00.0");
        assertThat(card.get("identity").stringValue()).isEqualTo("rm-queue");
        assertThat(card.get("node").intValue()).isEqualTo(3);
        assertThat(card.get("bytes").stringValue()).hasSize(8192).startsWith("faff7152");
    }

    @Test
    void shouldSayWhatIsWrongWithItsOptions() throws Exception {
        assertThat(run("lspci", "--node", "9")).isEqualTo(2);
        assertThat(err).contains("no node 9; its ids are 1, 2, 3").hasLineCount(1);
        assertThat(run("lspci", "--profile", "5566")).isEqualTo(2);
        assertThat(err)
                .contains("no card profile '5566'", "reference-lab, ideal, 5565")
                .hasLineCount(1);
        assertThat(run("lspci", "--profile", "./none.yaml")).isEqualTo(2);
        assertThat(err).contains("none.yaml").hasLineCount(1);
        assertThat(run("lspci", "none.yaml")).isEqualTo(2);
        assertThat(err).contains("none.yaml").hasLineCount(1);
        assertThat(run("lspci", "--profile", "5565", "--node", "1")).isEqualTo(2);
        assertThat(err).contains("leave out FILE and --node").hasLineCount(1);
        assertThat(run("lspci", "--node", "one")).isEqualTo(2);
        assertThat(out).isEmpty();
    }

    private int run(String... args) {
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        Console console = Console.to(outBytes, stream(errBytes), new Ansi(false), false);
        Session session = new Session(console, folder, new LoaderSource(), null, null, new StopSignal());
        int status = new CommandLineApp(session).execute(args);
        out = outBytes.toString(StandardCharsets.UTF_8);
        err = errBytes.toString(StandardCharsets.UTF_8);
        return status;
    }

    private static PrintStream stream(ByteArrayOutputStream target) {
        return new PrintStream(target, true, StandardCharsets.UTF_8);
    }

    private String decode() throws Exception {
        Path dump = folder.resolve("dump");
        Files.writeString(dump, out);
        return RealLspci.decode(dump);
    }
}
