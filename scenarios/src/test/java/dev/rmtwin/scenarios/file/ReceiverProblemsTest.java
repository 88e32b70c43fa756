package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What only shows when several flows or nodes are looked at together. */
class ReceiverProblemsTest {
    private static final String TWO_FLOWS_TO_B = """
            scenario: two
            nodes:
              A: {id: 1}
              B: {id: 2}
            card: {queue: {channels: 1}}
            flows:
              one:
                from: A
                offset: 0x1000
                size: 16 B
                rate: 1 kHz
                notify: INT1
                receivers: {B: {mode: interrupt-dma}}
              two:
                from: A
                offset: 0x2000
                size: 16 B
                rate: 1 kHz
                notify: INT1
                receivers: {B: {mode: busy-poll}}
            """;

    @Test
    void shouldRefuseMoreReceiversThanTheCardHasChannels() {
        assertThat(Loading.problems(TWO_FLOWS_TO_B))
                .containsExactly("f.yaml:20: flows.two.receivers.B: node B has 1 receive channels, all taken;"
                        + " raise card.queue.channels or drop a receiver");
    }

    @Test
    void shouldRefuseARingThatNoChannelCanHave() {
        String yaml =
                TWO_FLOWS_TO_B.replace("channels: 1", "channels: 2").replace("busy-poll}", "busy-poll, ring: 65536}");
        assertThat(Loading.problems(yaml))
                .containsExactly("f.yaml:20: flows.two.receivers.B.ring: '65536' is out of range;"
                        + " write a whole number from 2 to 32768");
        assertThat(Loading.problems(yaml.replace("65536", "32768"))).isEmpty();
    }

    @Test
    void shouldRefuseAReceiverThatNeverOpensTheInterruptItsCardWaitsFor() {
        String yaml = TWO_FLOWS_TO_B.replace("channels: 1", "channels: 2, unheard: discard");
        assertThat(Loading.problems(yaml))
                .containsExactly(
                        "f.yaml:20: flows.two.receivers.B.mode: the card discards frames while its interrupt is not"
                                + " open, and mode busy-poll never opens it; use mode interrupt-dma or hybrid,"
                                + " or 'unheard: keep' on the card");
        assertThat(Loading.problems(yaml.replace("busy-poll", "hybrid"))).isEmpty();
    }

    @Test
    void shouldNotCountANetworkInterruptAsAChannel() {
        assertThat(Loading.problems(TWO_FLOWS_TO_B.replace("busy-poll", "network-interrupt")))
                .isEmpty();
    }

    @Test
    void shouldRefuseTwoFlowsThatAreAnnouncedAlike() {
        String yaml =
                TWO_FLOWS_TO_B.replace("busy-poll", "network-interrupt").replace("interrupt-dma", "network-interrupt");

        assertThat(Loading.problems(yaml))
                .containsExactly("f.yaml:19: flows.two.notify: flow one is announced to node B by INT1 too;"
                        + " use another of INT1, INT2, INT3");
        assertThat(Loading.problems(yaml.replaceFirst("INT1", "INT2"))).isEmpty();
    }

    @Test
    void shouldRefuseFlowsThatOnlyTogetherExceedTheFibre() {
        String yaml = TWO_FLOWS_TO_B.replace("channels: 1", "channels: 2").replace("1 kHz", "4 MHz");

        assertThat(Loading.problems(yaml))
                .containsExactly("f.yaml:18: flows.two.rate: the flows of node A need 121 % of its fibre;"
                        + " lower the rates or sizes to 100 % in all");
    }

    @Test
    void shouldCountAnEchoAtTheRateOfTheFlowThatItAnswers() {
        String yaml = Loading.SOUND
                .replace("rate: 1 kHz", "rate: 1.5 MHz")
                .replace("0x2000\n    size: 100 B", "0x2000\n    size: 128 B");

        assertThat(Loading.problems(yaml))
                .containsExactly(
                        "f.yaml:19: flows.answer.echo: one frame takes 752 ns on the fibre, the period is 666667 ps;"
                                + " send at most 1328 kHz");
    }

    @Test
    void shouldLookForTheSmallestMemoryOfTheRing() {
        String yaml = Loading.SOUND
                .replace("C: {id: 3}", "C: {id: 3, card: {network: {memory: 64 KiB}}}")
                .replace("0x2000", "0x10000");

        assertThat(Loading.problems(yaml))
                .containsExactly("f.yaml:20: flows.answer.offset: ends beyond the 64 KiB of node C;"
                        + " write an offset of at most 0xFF9C");
    }

    @Test
    void shouldTellOfAProfileOnlyTheNodeThatUsesIt() {
        String yaml = Loading.SOUND.replace("C: {id: 3}", "C:\n    id: 3\n    host: {wakeUp: {block: 1}}");

        assertThat(Loading.problems(yaml))
                .singleElement()
                .asString()
                .startsWith("f.yaml:8: nodes.C.host.wakeUp.block: '1' has no unit;");
    }
}
