package dev.rmtwin.pcie.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.card.PcieProfile.Credits;
import dev.rmtwin.pcie.card.PcieProfile.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Random traffic both ways, a card that is full now and then, lost, late and wrong answers. */
class BusPropertyTest {
    private static final int STEPS = 120;
    private static final List<String> READ_SEAMS =
            List.of("register-read", "register-completion", "host-read", "host-completion");

    private static PcieProfile profile(long seed) {
        Draw draw = new SeedTree(seed).seam("profile");
        Credits tight =
                new Credits((int) draw.between(1, 6, 1), (int) draw.between(8, 40, 2), 1 + (int) (seed & 3), 0, 0);
        Flow flow = new Flow(
                tight, tight, (int) draw.between(1, 8, 3), draw.unit(4, 4) < 0.5, draw.unit(5, 5) < 0.5 ? Ps.US : 0);
        return BusBench.profile(flow);
    }

    /** Applies step {@code n} of a history that depends on nothing but seed and n. */
    private static void step(BusBench bench, Draw draw, int n) {
        int length = (int) draw.between(8, 128, n);
        long address = BusBench.HOST + draw.between(0, BusBench.HOST_BYTES - 8192, 1000 + n);
        switch (kind(draw, n)) {
            case 0, 1 -> bench.hostWrite(length, n);
            case 2 -> bench.hostRead(4L * n);
            case 3, 4 -> bench.cardWrite(address, length, n);
            case 5 -> bench.cardWriteRelaxed(address & -128, length, n);
            case 6 -> bench.cardRead(draw.unit(6, n) < 0.1 ? 16 : address, (int) draw.between(1, 4000, 3000 + n));
            case 7 -> bench.link.sendMessage(n, -1, bench.now());
            case 8 -> bench.setCardFull(draw.unit(7, n) < 0.5);
            default -> bench.run(draw.between(0, 3 * Ps.US, 4000 + n));
        }
        bench.run(draw.between(0, 100 * Ps.NS, 5000 + n));
    }

    private static void arm(BusBench bench, Draw draw) {
        for (String name : READ_SEAMS) {
            Seam<Object> seam = bench.seam(name);
            // What is done to a thing depends on its time alone, so that a restored run meets the same.
            seam.arm((thing, nowPs) -> {
                double chance = draw.unit(name.hashCode(), nowPs);
                if (chance < 0.1) {
                    return Seam.DROPPED;
                }
                if (chance < 0.2 && thing instanceof Tlp tlp) {
                    tlp.setStatus(1 + (nowPs & 1));
                }
                return seam.delays() && chance > 0.9 ? 150 * Ps.US : 0;
            });
        }
    }

    private static void settle(BusBench bench) {
        bench.setCardFull(false);
        bench.run(20 * Ps.MS);
    }

    @Property(tries = 300)
    void shouldKeepOrderAndGiveEveryCreditAndTagBack(@ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
        BusBench bench = new BusBench(profile(seed));
        Draw draw = new SeedTree(seed).seam("traffic");
        arm(bench, draw);
        int reads = 0;
        int cardReads = 0;
        for (int n = 0; n < STEPS; n++) {
            int kind = kind(draw, n);
            reads += kind == 2 ? 1 : 0;
            cardReads += kind == 6 ? 1 : 0;
            step(bench, draw, n);
        }
        settle(bench);
        assertThat(bench.link.use()).matches(BusUse::idle);
        assertThat(bench.replies).hasSize(reads);
        assertThat(bench.answers).hasSize(cardReads);
        assertThat(bench.answers).allMatch(BusBench.Answer::right);
        assertThat(bench.answers.stream().mapToInt(BusBench.Answer::token).distinct())
                .hasSize(cardReads);
        assertThat(bench.link.counters().get(BusCounter.POSTED_LOST)).isZero();
        checkOrder(bench, draw);
    }

    /** Each class keeps its order; no read and no strict write or message passes a posted one that was sent before it. */
    private static void checkOrder(BusBench bench, Draw draw) {
        List<Integer> written = new ArrayList<>();
        List<Integer> read = new ArrayList<>();
        List<Integer> atHost = new ArrayList<>();
        for (String line : bench.order()) {
            String[] words = line.split(" ", -1);
            int number = (int) Long.parseLong(words[1]);
            switch (words[0]) {
                case "card-memory" -> written.add(number);
                case "read" -> {
                    read.add(number / 4);
                    assertThat(written)
                            .as("writes when read " + number / 4 + " comes")
                            .containsAll(hostWritesBefore(number / 4, draw));
                }
                case "host-memory", "message" -> atHost.add(number);
                default -> {
                    // answers have an order of their own
                }
            }
        }
        assertThat(written).isSorted();
        assertThat(read).isSorted();
        for (int i = 0; i < atHost.size(); i++) {
            boolean strict = kind(draw, atHost.get(i)) != 5;
            if (strict) {
                assertThat(atHost.subList(i + 1, atHost.size()))
                        .as("what comes after strict " + atHost.get(i))
                        .allMatch(sent(atHost.get(i)));
            }
        }
    }

    private static Predicate<Integer> sent(int number) {
        return later -> later >= number;
    }

    private static List<Integer> hostWritesBefore(int step, Draw draw) {
        return IntStream.range(0, step).filter(n -> kind(draw, n) <= 1).boxed().toList();
    }

    private static int kind(Draw draw, int n) {
        return (int) draw.between(0, 9, 2000 + n);
    }

    @Property(tries = 150)
    void shouldGoOnAlikeWhenRestoredAtAnyMoment(
            @ForAll @LongRange(min = 0, max = 1L << 40) long seed, @ForAll @IntRange(min = 1, max = STEPS) int at) {
        PcieProfile profile = profile(seed);
        Draw draw = new SeedTree(seed).seam("traffic");
        BusBench first = new BusBench(profile);
        arm(first, draw);
        for (int n = 0; n < at; n++) {
            step(first, draw, n);
        }
        byte[] snapshot = first.save();
        BusBench second = BusBench.restored(profile, snapshot);
        assertThat(second.save()).isEqualTo(snapshot);
        arm(second, draw);
        int before = first.log.size();
        for (int n = at; n < STEPS; n++) {
            step(first, draw, n);
            step(second, draw, n);
        }
        settle(first);
        settle(second);
        assertThat(second.log).isEqualTo(first.log.subList(before, first.log.size()));
        assertThat(second.engine.traceHash()).isEqualTo(first.engine.traceHash());
        assertThat(second.link.counters().values())
                .isEqualTo(first.link.counters().values());
    }

    @Property(tries = 100)
    void shouldComeBackWholeFromALostOrSilentLink(@ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
        BusBench bench = new BusBench(profile(seed));
        Draw draw = new SeedTree(seed).seam("traffic");
        LinkState[] states = LinkState.values();
        int reads = 0;
        int cardReads = 0;
        for (int n = 0; n < STEPS; n++) {
            int kind = kind(draw, n);
            reads += kind == 2 ? 1 : 0;
            cardReads += kind == 6 ? 1 : 0;
            step(bench, draw, n);
            if (draw.unit(8, n) < 0.1) {
                bench.link.setState(states[(int) draw.between(0, states.length - 1, 6000 + n)], bench.now());
            }
        }
        bench.link.setState(LinkState.UP, bench.now());
        settle(bench);
        assertThat(bench.link.use()).matches(BusUse::idle);
        assertThat(bench.replies).hasSize(reads);
        assertThat(bench.answers).hasSize(cardReads);
        bench.hostRead(40);
        bench.run(5 * Ps.US);
        assertThat(bench.replies.getLast()).isEqualTo(41);
    }
}
