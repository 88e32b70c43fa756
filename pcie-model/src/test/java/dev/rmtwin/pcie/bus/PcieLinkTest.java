package dev.rmtwin.pcie.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BusBench.Answer;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.card.PcieProfile.Credits;
import dev.rmtwin.pcie.card.PcieProfile.Flow;
import dev.rmtwin.pcie.card.PcieProfile.Packets;
import dev.rmtwin.pcie.config.LinkShape;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bus as a driver and a card see it. */
class PcieLinkTest {
    private static final long ALL_ONES = -1;
    private static final long LATENCY_PS = 250 * Ps.NS;
    /** 8 GT/s on four lanes, 128 of 130 symbols: 253.90625 ps a byte. */
    private static final double BYTE_PS = 253.90625;

    private final BusBench bench = new BusBench(BusBench.profile(BusBench.FLOW));

    private static long timeOf(String line) {
        return Long.parseLong(line.substring(line.indexOf('@') + 1));
    }

    private static long linePs(int bytes) {
        return (long) (bytes * BYTE_PS);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 250000000",
        "1, 4, 1000000000",
        "2, 8, 4000000000",
        "3, 4, 3938461538",
        "4, 1, 1969230769",
        "5, 16, 63015384615"
    })
    void shouldGiveTheRateOfGenerationAndLanes(int generation, int lanes, long bytesPerSecond) {
        LinkShape shape = new LinkShape(generation, lanes);
        assertThat(shape.bytesPerSecond()).isEqualTo(bytesPerSecond);
        assertThat(shape.byteClock().edgePs(bytesPerSecond)).isBetween(Ps.SECOND - 4000, Ps.SECOND);
    }

    @Test
    void shouldTakeOneRoundTripForARegisterRead() {
        bench.hostRead(64);
        bench.run(2 * Ps.US);
        assertThat(bench.replies).containsExactly(65L);
        // Header and framing there; header, framing and a word back.
        assertThat(timeOf(bench.log.getLast())).isEqualTo(2 * LATENCY_PS + 200 * Ps.NS + linePs(20) + linePs(24));
    }

    @Test
    void shouldHaveALongerHeaderAboveFourGigabytes() {
        bench.cardWrite(0x8000, 64, 1);
        bench.run(10 * Ps.US);
        long start = bench.now();
        bench.cardWrite(BusBench.HOST, 64, 2);
        bench.run(10 * Ps.US);
        assertThat(timeOf(bench.log.get(0))).isEqualTo(LATENCY_PS + linePs(64 + 20));
        assertThat(timeOf(bench.log.get(1)) - start).isEqualTo(LATENCY_PS + linePs(64 + 24));
    }

    @Test
    void shouldHoldTheHostBackWhenTheCardCannotTakeItsWrites() {
        bench.setCardFull(true);
        for (int n = 0; n < 10; n++) {
            bench.hostWrite(64, n);
        }
        bench.hostRead(8);
        bench.run(10 * Ps.US);
        assertThat(bench.log).isEmpty();
        assertThat(bench.link.use().postedHeaders()).isEqualTo(4);
        assertThat(bench.link.use().waitingToCard()).isEqualTo(7);
        bench.setCardFull(false);
        bench.run(10 * Ps.US);
        assertThat(bench.order())
                .containsExactly(
                        "card-memory 0",
                        "card-memory 1",
                        "card-memory 2",
                        "card-memory 3",
                        "card-memory 4",
                        "card-memory 5",
                        "card-memory 6",
                        "card-memory 7",
                        "card-memory 8",
                        "card-memory 9",
                        "read 8",
                        "reply 9");
        assertThat(bench.link.use().idle()).isTrue();
        assertThat(bench.link.counters().get(BusCounter.CREDIT_STALLS)).isEqualTo(7);
    }

    @Test
    void shouldBeSlowedByFewCredits() {
        long few = streamTime(new Credits(1, 8, 1, 0, 0));
        long many = streamTime(new Credits(64, 1024, 1, 0, 0));
        // One packet a round trip against one after the other.
        assertThat(few).isGreaterThan(20 * (2 * LATENCY_PS));
        assertThat(many).isEqualTo(LATENCY_PS + (long) (20 * (128 + 24) * BYTE_PS));
    }

    private static long streamTime(Credits host) {
        BusBench bench = new BusBench(BusBench.profile(new Flow(BusBench.SMALL, host, 32, false, 0)));
        for (int n = 0; n < 20; n++) {
            bench.cardWrite(BusBench.HOST, 128, n);
        }
        bench.run(100 * Ps.US);
        assertThat(bench.log).hasSize(20);
        return timeOf(bench.log.getLast()) + (bench.link.use().idle() ? 0 : -1);
    }

    @Test
    void shouldPutALongReadTogetherAndDeliverItOnce() {
        bench.cardRead(BusBench.HOST + 4096 - 300, 3000);
        bench.run(20 * Ps.US);
        assertThat(bench.answers).containsExactly(new Answer(0, CompletionStatus.SUCCESS, true, 3000));
        assertThat(bench.link.use().idle()).isTrue();
    }

    @Test
    void shouldCutAnswersAtPayloadAndBoundary() {
        long aligned = readTime(0);
        // Forty bytes behind a boundary the last of four completions spills into a fifth.
        assertThat(readTime(40)).isEqualTo(aligned + linePs(5 * 20) - linePs(4 * 20));
    }

    private static long readTime(int skew) {
        BusBench bench = new BusBench(BusBench.profile(BusBench.FLOW));
        bench.cardRead(BusBench.HOST + skew, 512);
        bench.run(10 * Ps.US);
        return timeOf(bench.log.getLast());
    }

    @Test
    void shouldWaitForATagWhenAllAreTaken() {
        Flow two = new Flow(BusBench.SMALL, BusBench.SMALL, 2, false, 0);
        BusBench narrow = new BusBench(BusBench.profile(two));
        for (int n = 0; n < 6; n++) {
            narrow.cardRead(BusBench.HOST + 512L * n, 512);
        }
        assertThat(narrow.link.use().openTags()).isEqualTo(2);
        assertThat(narrow.link.counters().get(BusCounter.TAG_WAITS)).isEqualTo(4);
        narrow.run(20 * Ps.US);
        assertThat(narrow.answers).extracting(Answer::token).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(narrow.answers).allMatch(Answer::right);
        assertThat(narrow.link.use().idle()).isTrue();
    }

    @Test
    void shouldSayThatNothingAnswersAtAnUnmappedAddress() {
        bench.cardRead(0x10, 16);
        bench.cardRead(BusBench.HOST + BusBench.HOST_BYTES - 1024, 2048);
        bench.run(20 * Ps.US);
        assertThat(bench.answers)
                .extracting(Answer::status)
                .containsExactly(CompletionStatus.UNSUPPORTED_REQUEST, CompletionStatus.UNSUPPORTED_REQUEST);
        assertThat(bench.link.use().idle()).isTrue();
    }

    @Test
    void shouldTimeOutWhenARequestIsLostAndTakeTheTagBack() {
        bench.seam("host-read").arm((tlp, nowPs) -> Seam.DROPPED);
        bench.cardRead(BusBench.HOST, 16);
        bench.run(99 * Ps.US);
        assertThat(bench.answers).isEmpty();
        bench.run(2 * Ps.US);
        assertThat(bench.answers).containsExactly(new Answer(0, CompletionStatus.TIMED_OUT, true, 0));
        assertThat(timeOf(bench.log.getLast())).isEqualTo(100 * Ps.US);
        assertThat(bench.link.use().idle()).isTrue();
    }

    @Test
    void shouldDropAnAnswerThatComesAfterTheTimeOut() {
        bench.seam("host-completion").arm((tlp, nowPs) -> 150 * Ps.US);
        bench.seam("register-completion").arm((tlp, nowPs) -> 150 * Ps.US);
        bench.cardRead(BusBench.HOST, 16);
        bench.hostRead(4);
        bench.run(101 * Ps.US);
        bench.seam("host-completion").disarm();
        bench.cardRead(BusBench.HOST + 64, 16);
        bench.run(200 * Ps.US);
        assertThat(bench.answers)
                .extracting(Answer::status)
                .containsExactly(CompletionStatus.TIMED_OUT, CompletionStatus.SUCCESS);
        assertThat(bench.answers).allMatch(Answer::right);
        assertThat(bench.replies).containsExactly(ALL_ONES);
        assertThat(bench.link.counters().get(BusCounter.UNEXPECTED_COMPLETIONS)).isEqualTo(2);
        assertThat(bench.link.use().idle()).isTrue();
    }

    @Test
    void shouldGiveErrorsThroughTheLensesOfCompletions() {
        lens("register-completion", "completion.poisoned", 1);
        lens("host-completion", "completion.status", CompletionStatus.COMPLETER_ABORT.ordinal());
        bench.hostRead(4);
        bench.cardRead(BusBench.HOST, 16);
        bench.run(10 * Ps.US);
        assertThat(bench.replies).containsExactly(ALL_ONES);
        assertThat(bench.answers).extracting(Answer::status).containsExactly(CompletionStatus.COMPLETER_ABORT);
        assertThat(bench.link.counters().get(BusCounter.HOST_READ_ERRORS)).isEqualTo(1);
        assertThat(bench.link.counters().get(BusCounter.CARD_READ_ERRORS)).isEqualTo(1);
    }

    private void lens(String seam, String name, long value) {
        Seam<Object> at = bench.seam(seam);
        Lens<Object> lens = at.lenses().stream()
                .filter(l -> l.name().equals(name))
                .findFirst()
                .orElseThrow();
        at.arm((tlp, nowPs) -> {
            lens.setter().set(tlp, value);
            return 0;
        });
    }

    @Test
    void shouldMakeReadsSlowAndWritesVanishWhenTheCardDies() {
        bench.link.setState(LinkState.SILENT, bench.now());
        bench.hostWrite(64, 1);
        bench.hostRead(4);
        bench.cardWrite(BusBench.HOST, 64, 2);
        bench.run(99 * Ps.US);
        assertThat(bench.log).isEmpty();
        bench.run(2 * Ps.US);
        assertThat(bench.replies).containsExactly(ALL_ONES);
        assertThat(bench.link.counters().get(BusCounter.POSTED_LOST)).isEqualTo(2);
        assertThat(bench.link.counters().get(BusCounter.HOST_READ_TIMEOUTS)).isEqualTo(1);
        bench.link.setState(LinkState.UP, bench.now());
        bench.hostRead(4);
        bench.run(2 * Ps.US);
        assertThat(bench.replies).containsExactly(ALL_ONES, 5L);
        assertThat(bench.link.use().idle()).isTrue();
    }

    @Test
    void shouldGiveAllOnesAtOnceWhenTheLinkIsLost() {
        bench.setCardFull(true);
        for (int n = 0; n < 8; n++) {
            bench.hostWrite(64, n);
        }
        bench.hostRead(4);
        bench.cardRead(BusBench.HOST, 16);
        bench.run(Ps.US);
        bench.link.setState(LinkState.DOWN, bench.now());
        long lostPs = bench.now();
        bench.hostRead(8);
        bench.run(Ps.NS);
        assertThat(bench.replies).containsExactly(ALL_ONES, ALL_ONES);
        assertThat(timeOf(bench.log.getLast())).isEqualTo(lostPs);
        bench.run(200 * Ps.US);
        bench.setCardFull(false);
        bench.link.setState(LinkState.UP, bench.now());
        bench.hostWrite(64, 77);
        bench.run(2 * Ps.US);
        assertThat(bench.order()).endsWith("card-memory 77").doesNotContain("card-memory 0");
        assertThat(bench.link.counters().get(BusCounter.POSTED_LOST)).isEqualTo(8);
        assertThat(bench.link.counters().get(BusCounter.HOST_READS_DOWN)).isEqualTo(2);
        assertThat(bench.link.use().idle()).isTrue();
    }

    @Test
    void shouldLetOnlyRelaxedDataPassWhenTheFabricHoldsWritesUp() {
        List<String> strict = mixed(false);
        List<String> relaxed = mixed(true);
        List<String> sent =
                LongStream.range(0, 40).mapToObj(n -> "host-memory " + n).toList();
        assertThat(strict.subList(0, 40)).isEqualTo(sent);
        assertThat(relaxed.subList(0, 40))
                .containsExactlyInAnyOrderElementsOf(sent)
                .isNotEqualTo(sent);
        assertThat(strict.getLast()).isEqualTo("message 5");
        assertThat(relaxed.getLast()).isEqualTo("message 5");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetOnlyARelaxedAnswerPassWritesThatWaitForTheCard(boolean relaxed) {
        BusBench blocked = new BusBench(BusBench.profile(new Flow(BusBench.SMALL, BusBench.SMALL, 32, relaxed, 0)));
        blocked.setCardFull(true);
        for (int n = 0; n < 10; n++) {
            blocked.hostWrite(64, n);
        }
        blocked.cardReadRelaxed(BusBench.HOST + 8192, 600);
        blocked.cardRead(BusBench.HOST, 600);
        blocked.run(10 * Ps.US);
        assertThat(blocked.answers).extracting(Answer::token).isEqualTo(relaxed ? List.of(0) : List.of());
        blocked.setCardFull(false);
        blocked.run(10 * Ps.US);
        assertThat(blocked.answers).hasSize(2).allMatch(Answer::right);
        assertThat(blocked.link.use().idle()).isTrue();
    }

    /** Forty writes, then a message. */
    private static List<String> mixed(boolean relaxed) {
        Flow flow = new Flow(Credits.WITHOUT_LIMIT, Credits.WITHOUT_LIMIT, 32, relaxed, Ps.US);
        BusBench bench = new BusBench(BusBench.profile(flow));
        for (int n = 0; n < 40; n++) {
            bench.cardWriteRelaxed(BusBench.HOST + 64L * n, 64, n);
        }
        bench.link.sendMessage(5, -1, bench.now());
        bench.run(20 * Ps.US);
        assertThat(bench.link.counters().get(BusCounter.RELAXED_PASSES) > 0).isEqualTo(relaxed);
        return bench.order();
    }

    @Test
    void shouldCutWritesAtPages() {
        bench.cardWrite(BusBench.HOST + 4096 - 8, 64, 1);
        bench.run(2 * Ps.US);
        assertThat(bench.log).hasSize(2);
        assertThat(timeOf(bench.log.getLast())).isEqualTo(LATENCY_PS + linePs(64 + 2 * 24));
    }

    @Test
    void shouldTakeTheLineForAcknowledgements() {
        PcieProfile none = BusBench.profile(new Packets(128, 512, 64, 8, 12, 16, 0), BusBench.FLOW);
        assertThat(behindAcknowledgement(BusBench.profile(BusBench.FLOW)) - behindAcknowledgement(none))
                .isEqualTo(linePs(8 + 88) - linePs(88));
    }

    /** Arrival of a write that the card sends at the instant at which one of the host reaches it. */
    private static long behindAcknowledgement(PcieProfile profile) {
        BusBench bench = new BusBench(profile);
        bench.hostWrite(64, 1);
        bench.run(LATENCY_PS + linePs(64 + 20));
        assertThat(bench.log).hasSize(1);
        bench.cardWrite(BusBench.HOST, 64, 2);
        bench.run(Ps.US);
        return timeOf(bench.log.getLast());
    }
}
