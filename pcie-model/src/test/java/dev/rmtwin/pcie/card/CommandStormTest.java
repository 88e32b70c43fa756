package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.config.ConfigRegister;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a driver writes, nothing is thrown, and every submitted command is accounted for. */
class CommandStormTest {
    private static final int PAIRS = 3;
    private static final int ENTRIES = 7;
    private static final List<Integer> OPCODES = List.of(0, 1, 2, 0x80, 0x81, 2, 1, 0x33);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAccountForEveryCommandWhenADriverDoesAnything(long seed) {
        Storm storm = new Storm(seed);
        for (int step = 0; step < 250_000; step++) {
            storm.step();
            if (step % 64 == 0) {
                storm.check();
            }
        }
        storm.settle();
        for (int pair = 0; pair < PAIRS; pair++) {
            assertThat(storm.bench.card.commands(pair).inFlight()).isZero();
            assertThat(storm.bench.count(pair, CommandCounter.COMPLETED)).isPositive();
            assertThat(storm.bench.count(pair, CommandCounter.DROPPED)).isPositive();
            assertThat(storm.bench.count(pair, CommandCounter.FAILED)).isPositive();
        }
    }

    @Test
    void shouldGoOnAlikeWhenSavedAndRestoredAtAnyMoment() throws Exception {
        for (int at = 100; at < 4_000; at += 97) {
            Storm first = new Storm(9);
            for (int step = 0; step < at; step++) {
                first.step();
            }
            ByteArrayOutputStream saved = new ByteArrayOutputStream();
            EngineSnapshot.save(first.bench.engine, new DataOutputStream(saved));
            Storm second = new Storm(9);
            EngineSnapshot.restore(
                    second.bench.engine, new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
            first.random = new SplittableRandom(at);
            second.random = new SplittableRandom(at);
            for (int step = 0; step < 300; step++) {
                first.step();
                second.step();
            }
            first.settle();
            second.settle();
            assertThat(second.bench.engine.traceHash()).isEqualTo(first.bench.engine.traceHash());
            for (int pair = 0; pair < PAIRS; pair++) {
                assertThat(second.bench.card.commands(pair).counters().values())
                        .isEqualTo(first.bench.card.commands(pair).counters().values());
            }
        }
    }

    private static final class Storm {
        final CommandBench bench =
                new CommandBench(new CommandProfile(PAIRS, 5, 3, 2, 300 * Ps.NS, 1_600_000_000L, 4), ENTRIES, ENTRIES);
        SplittableRandom random;

        Storm(long seed) {
            random = new SplittableRandom(seed);
            for (int pair = 0; pair < PAIRS; pair++) {
                bench.open(pair);
            }
        }

        void step() {
            int pair = random.nextInt(PAIRS);
            switch (random.nextInt(21)) {
                case 0, 1, 2, 3, 4, 5 -> {
                    int opcode = OPCODES.get(random.nextInt(OPCODES.size()));
                    bench.pair(pair).put(opcode, random.nextInt(0x10000), address(), offset(), length());
                    post(pair, CommandRegister.SQ_TAIL, bench.tail[pair]);
                }
                case 6, 7, 8, 9 -> bench.reap(pair);
                case 10 -> post(pair, CommandRegister.SQ_TAIL, number());
                case 11 -> post(pair, CommandRegister.CQ_HEAD, number());
                case 12 -> any(pair);
                case 13 -> {
                    bench.ringFull = !bench.ringFull;
                    if (!bench.ringFull) {
                        bench.card.onSpace(bench.engine.nowPs());
                    }
                }
                case 14 -> bench.drained = !bench.drained;
                case 15 -> restart(pair);
                case 16 -> setMaster(random.nextBoolean());
                default -> bench.run(random.nextLong(2 * Ps.US));
            }
        }

        private void setMaster(boolean on) {
            int present = (int) bench.card.config().read(ConfigRegister.COMMAND, 2);
            int next = on ? present | ConfigRegister.COMMAND_MASTER : present & ~ConfigRegister.COMMAND_MASTER;
            bench.card.config().write(ConfigRegister.COMMAND, 2, next, bench.engine.nowPs());
        }

        private void any(int pair) {
            CommandRegister register = CommandRegister.of(random.nextInt(CommandRegister.values().length));
            post(pair, register, number());
        }

        private void restart(int pair) {
            int how = random.nextInt(8);
            if (how == 0) {
                post(pair, CommandRegister.CONTROL, CommandControl.RESET.mask());
            } else if (how == 1) {
                post(pair, CommandRegister.CONTROL, 0);
            } else if (how == 2) {
                bench.card.reset(bench.engine.nowPs());
            }
            bench.run(Ps.US);
            if (!CommandControl.ENABLE.isSet(bench.peek(pair, CommandRegister.CONTROL))) {
                bench.open(pair);
            }
        }

        private void post(int pair, CommandRegister register, long value) {
            long address = BarAddress.of(QueueRegister.BAR, register.offset(pair));
            bench.link.writeRegister(address, register.widthBytes(), value, bench.engine.nowPs());
        }

        private long number() {
            return switch (random.nextInt(4)) {
                case 0 -> random.nextLong();
                case 1 -> random.nextInt(0x20000);
                default -> random.nextInt(ENTRIES + 1);
            };
        }

        private long address() {
            return random.nextInt(5) == 0
                    ? random.nextLong()
                    : bench.buffer.address() + random.nextInt(CommandBench.BUFFER_BYTES / 2);
        }

        private long offset() {
            return random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(1 << 19);
        }

        private int length() {
            return random.nextInt(6) == 0 ? random.nextInt() : random.nextInt(700);
        }

        void check() {
            for (int pair = 0; pair < PAIRS; pair++) {
                long gone = bench.count(pair, CommandCounter.COMPLETED) + bench.count(pair, CommandCounter.DROPPED);
                long here = (long) bench.card.commands(pair).inFlight()
                        + bench.card.commands(pair).waiting();
                assertThat(gone + here).isEqualTo(bench.count(pair, CommandCounter.SUBMITTED));
                assertThat(bench.card.commands(pair).inFlight()).isBetween(0, 5);
            }
        }

        /** Ends everything: the ring takes all, every pair is disabled, and time passes. */
        void settle() {
            setMaster(true);
            bench.ringFull = false;
            bench.drained = true;
            bench.card.onSpace(bench.engine.nowPs());
            bench.run(100 * Ps.US);
            for (int pair = 0; pair < PAIRS; pair++) {
                post(pair, CommandRegister.CONTROL, 0);
            }
            bench.run(1000 * Ps.US);
            check();
        }
    }
}
