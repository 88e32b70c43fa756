package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a driver sees of a command queue pair. */
class CommandQueueTest {
    private final CommandBench bench = new CommandBench(CommandBench.profile(2, 8, 8), 16);

    @Test
    void shouldMoveCardMemoryToTheHostAndSayWhichCommandIsDone() {
        bench.open(0);
        fill(bench, 0x1000, 300);
        bench.pair(0).put(CommandOpcode.READ, 77, bench.buffer.address() + 3, 0x1000, 300);
        bench.ring(0);
        bench.run(10 * Ps.US);

        List<CommandBench.Done> done = bench.reap(0);
        assertThat(done).hasSize(1);
        assertThat(done.getFirst().id()).isEqualTo(77);
        assertThat(done.getFirst().status()).isZero();
        assertThat(done.getFirst().result()).isEqualTo(300);
        assertThat(done.getFirst().sqHead()).isEqualTo(1);
        assertThat(bench.buffer.segment().asSlice(3, 300).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(bytes(300));
        assertThat(bench.messages).containsExactly(CommandBench.CHANNELS + 1);
    }

    @Test
    void shouldSendHostMemoryToTheRingInPacketsOfTheBus() {
        bench.open(0);
        MemorySegment.copy(MemorySegment.ofArray(bytes(300)), 0, bench.buffer.segment(), 0, 300);
        bench.pair(0).put(CommandOpcode.WRITE, 1, bench.buffer.address(), 0x2000, 300);
        bench.ring(0);
        bench.run(20 * Ps.US);

        assertThat(bench.reap(0))
                .singleElement()
                .satisfies(d -> assertThat(d.status()).isZero());
        byte[] stored = new byte[300];
        bench.memory.read(0x2000, MemorySegment.ofArray(stored), 0, 300);
        assertThat(stored).isEqualTo(bytes(300));
        assertThat(bench.sent).startsWith("8192+128");
    }

    @Test
    void shouldHoldAWriteBackWhileTheTransmitFifoIsFullAndFlushBehindIt() {
        bench.open(0);
        bench.ringFull = true;
        bench.drained = false;
        bench.pair(0).put(CommandOpcode.WRITE, 1, bench.buffer.address(), 0, 64);
        bench.pair(0).put(CommandOpcode.WRITE, 2, bench.buffer.address(), 64, 64);
        bench.pair(0).put(CommandOpcode.FLUSH, 3, 0, 0, 0);
        bench.pair(0).put(CommandOpcode.NOOP, 4, 0, 0, 0);
        bench.ring(0);
        bench.run(20 * Ps.US);
        assertThat(ids(bench.reap(0))).containsExactly(4);

        bench.ringFull = false;
        bench.card.onSpace(bench.engine.nowPs());
        bench.run(20 * Ps.US);
        assertThat(ids(bench.reap(0))).containsExactly(1, 2);
        assertThat(bench.sent).containsExactly("0+64", "64+64");

        bench.drained = true;
        bench.run(20 * Ps.US);
        assertThat(ids(bench.reap(0))).containsExactly(3);
    }

    @Test
    void shouldAnswerEveryWrongCommandWithItsStatus() {
        bench.open(0);
        long buffer = bench.buffer.address();
        bench.pair(0).put(0x55, 0, buffer, 0, 64);
        bench.pair(0).put(CommandOpcode.READ, 1, buffer, 0, 0);
        bench.pair(0).put(CommandOpcode.READ, 2, buffer, CommandBench.MEMORY_BYTES - 63, 64);
        bench.pair(0).put(CommandOpcode.READ, 3, buffer, -64, 64);
        bench.pair(0).put(CommandOpcode.WRITE, 4, -32, 0, 64);
        bench.pair(0).put(CommandOpcode.READ, 5, buffer, 0, -1);
        bench.pair(0).put(CommandOpcode.READ, 6, buffer, 0, CommandJudge.MAX_LENGTH_BYTES + 1);
        bench.pair(0).put(CommandOpcode.WRITE, 7, 64, 0, 64);
        bench.pair(0).put(CommandOpcode.READ, 8, -64, 0, 64);
        bench.ring(0);
        bench.run(50 * Ps.US);

        int[] statuses = new int[9];
        bench.reap(0).forEach(done -> statuses[done.id()] = done.status());
        assertThat(statuses).containsExactly(0x01, 0x02, 0x80, 0x80, 0x02, 0x02, 0x02, 0x04, 0);
        assertThat(bench.count(0, CommandCounter.FAILED)).isEqualTo(8);
    }

    @Test
    void shouldKeepTheDescriptorOfTheFirstFailureUntilItIsCleared() {
        bench.open(0);
        bench.pair(0).put(CommandOpcode.NOOP, 1, 0, 0, 0);
        bench.pair(0).put(CommandOpcode.WRITE, 0xBEEF, 0x1234_5678_9ABCL, 0x40, 96);
        bench.pair(0).put(CommandOpcode.READ, 3, 0, 0, 0);
        bench.ring(0);
        bench.run(50 * Ps.US);

        assertThat(capture(0)).isEqualTo(0xBEEF_0001L);
        assertThat(capture(2)).isEqualTo(0x5678_9ABCL);
        assertThat(capture(6)).isEqualTo(96);
        assertThat(capture(CommandRegister.CAPTURE_FAILURES)).isEqualTo(2);
        assertThat(CommandStatus.FAILED.isSet(bench.peek(0, CommandRegister.STATUS)))
                .isTrue();

        bench.write(0, CommandRegister.STATUS, CommandStatus.FAILED.mask());
        assertThat(CommandStatus.FAILED.isSet(bench.peek(0, CommandRegister.STATUS)))
                .isFalse();
        assertThat(capture(0)).isZero();
    }

    @Test
    void shouldCatchACorruptedBusInASelfTest() {
        bench.open(0);
        bench.pair(0).put(CommandOpcode.SELF_TEST, 1, bench.buffer.address(), 0, 500);
        bench.ring(0);
        bench.run(50 * Ps.US);
        assertThat(bench.reap(0)).singleElement().satisfies(d -> {
            assertThat(d.status()).isZero();
            assertThat(d.result()).isEqualTo(500);
        });

        bench.pair(0).put(CommandOpcode.SELF_TEST, 2, bench.buffer.address(), 0, 500);
        bench.ring(0);
        bench.buffer.listen(nowPs -> bench.buffer.segment().set(ValueLayout.JAVA_BYTE, 200, (byte) 0));
        bench.run(50 * Ps.US);
        assertThat(bench.reap(0)).singleElement().satisfies(d -> {
            assertThat(d.status()).isEqualTo(CommandResult.SELF_TEST_FAILED.code());
            assertThat(d.result()).isEqualTo(200);
        });
    }

    @Test
    void shouldNeverPassTheHostsHeadWhenTheCompletionQueueIsShort() {
        CommandBench narrow = new CommandBench(CommandBench.profile(1, 8, 8), 16, 4);
        narrow.open(0);
        for (int id = 0; id < 10; id++) {
            narrow.pair(0).put(CommandOpcode.NOOP, id, 0, 0, 0);
        }
        narrow.ring(0);
        narrow.run(20 * Ps.US);
        assertThat(narrow.count(0, CommandCounter.COMPLETED)).isEqualTo(3);
        assertThat(CommandStatus.HELD.isSet(narrow.peek(0, CommandRegister.STATUS)))
                .isTrue();
        List<Integer> ids = new ArrayList<>();
        for (int turn = 0; turn < 5; turn++) {
            ids.addAll(ids(narrow.reap(0)));
            narrow.run(20 * Ps.US);
        }
        assertThat(ids).containsExactlyElementsOf(IntStream.range(0, 10).boxed().toList());
    }

    @Test
    void shouldIgnoreAndCountDoorbellsThatMakeNoSense() {
        bench.write(0, CommandRegister.SQ_TAIL, 1);
        bench.open(0);
        bench.write(0, CommandRegister.SQ_TAIL, 16);
        bench.write(0, CommandRegister.CQ_HEAD, 1);
        assertThat(bench.peek(0, CommandRegister.SQ_TAIL)).isZero();
        assertThat(bench.peek(0, CommandRegister.CQ_HEAD)).isZero();
        assertThat(bench.count(0, CommandCounter.BAD_DOORBELLS)).isEqualTo(3);
        assertThat(capture(CommandRegister.CAPTURE_BAD_DOORBELLS)).isEqualTo(3);
        assertThat(CommandStatus.BAD_DOORBELL.isSet(bench.peek(0, CommandRegister.STATUS)))
                .isTrue();
    }

    @Test
    void shouldPostNothingMoreWhenAResetHasBeenReadBack() {
        for (int afterNs = 0; afterNs < 3000; afterNs += 50) {
            CommandBench fresh = new CommandBench(CommandBench.profile(1, 8, 8), 16);
            fresh.open(0);
            for (int id = 0; id < 5; id++) {
                fresh.pair(0)
                        .put(
                                id % 2 == 0 ? CommandOpcode.READ : CommandOpcode.WRITE,
                                id,
                                fresh.buffer.address(),
                                0,
                                400);
            }
            fresh.ring(0);
            fresh.run(afterNs * Ps.NS);
            fresh.write(0, CommandRegister.CONTROL, CommandControl.RESET.mask());
            long before = fresh.hostWrites;
            fresh.run(20 * Ps.US);
            assertThat(fresh.hostWrites).as("reset after %d ns", afterNs).isEqualTo(before);
            assertThat(fresh.peek(0, CommandRegister.STATUS)).isZero();
            assertThat(fresh.count(0, CommandCounter.DROPPED) + fresh.count(0, CommandCounter.COMPLETED))
                    .isEqualTo(5);

            fresh.open(0);
            fresh.pair(0).put(CommandOpcode.READ, 9, fresh.buffer.address(), 0, 64);
            fresh.ring(0);
            fresh.run(20 * Ps.US);
            assertThat(ids(fresh.reap(0))).containsExactly(9);
        }
    }

    @Test
    void shouldAbortWhatIsUnderWayWhenDisabled() {
        for (int afterNs = 300; afterNs < 3000; afterNs += 100) {
            CommandBench fresh = new CommandBench(CommandBench.profile(1, 3, 8), 16);
            fresh.open(0);
            for (int id = 0; id < 10; id++) {
                fresh.pair(0).put(CommandOpcode.READ, id, fresh.buffer.address(), 0, 1000);
            }
            fresh.ring(0);
            fresh.run(afterNs * Ps.NS);
            fresh.write(0, CommandRegister.CONTROL, 0);
            fresh.run(20 * Ps.US);
            assertThat(fresh.card.commands(0).inFlight()).isZero();
            assertThat(fresh.count(0, CommandCounter.COMPLETED) + fresh.count(0, CommandCounter.DROPPED))
                    .isEqualTo(10);
            assertThat(fresh.reap(0))
                    .hasSize((int) fresh.count(0, CommandCounter.COMPLETED))
                    .allSatisfy(done -> assertThat(done.status()).isIn(0, CommandResult.ABORTED.code()));
        }
    }

    @Test
    void shouldHaltWhenTheQueueCannotBeRead() {
        bench.open(0);
        bench.write(0, CommandRegister.CONTROL, 0);
        bench.write(0, CommandRegister.SQ_BASE, 0x40);
        bench.enable(0, CommandControl.INTERRUPT.mask());
        bench.pair(0).put(CommandOpcode.NOOP, 1, 0, 0, 0);
        bench.ring(0);
        bench.run(20 * Ps.US);
        long status = bench.peek(0, CommandRegister.STATUS);
        assertThat(CommandStatus.HALTED.isSet(status)).isTrue();
        assertThat(capture(CommandRegister.CAPTURE_STATUS)).isEqualTo(0x0001_0004L);
        assertThat(bench.messages).hasSize(1);
        assertThat(bench.card.commands(0).waiting()).isEqualTo(1);
    }

    @Test
    void shouldRefuseSettingsThatMakeNoSense() {
        bench.write(0, CommandRegister.CONTROL, CommandControl.ENABLE.mask());
        assertThat(CommandStatus.BAD_PARAMETER.isSet(bench.peek(0, CommandRegister.STATUS)))
                .isTrue();
        assertThat(bench.peek(0, CommandRegister.CONTROL)).isZero();
        bench.write(0, CommandRegister.VECTOR, 4);
        assertThat(bench.peek(0, CommandRegister.VECTOR)).isEqualTo(CommandBench.CHANNELS + 1);
        bench.open(0);
        bench.write(0, CommandRegister.SQ_SIZE, 4);
        assertThat(bench.peek(0, CommandRegister.SQ_SIZE)).isEqualTo(16);
    }

    @Test
    void shouldTakePairsInTurnsOfABurst() {
        CommandBench turns = new CommandBench(new CommandProfile(2, 64, 2, 2, 0, 1_000_000_000L, 1), 16);
        turns.open(0);
        turns.open(1);
        for (int id = 0; id < 6; id++) {
            turns.pair(0).put(CommandOpcode.READ, id, turns.buffer.address(), 0, 64);
            turns.pair(1).put(CommandOpcode.READ, id, turns.buffer.address(), 0, 64);
        }
        turns.ring(0);
        turns.ring(1);
        int[] done = new int[2];
        int widest = 0;
        for (int step = 0; step < 300; step++) {
            turns.run(50 * Ps.NS);
            done[0] += turns.reap(0).size();
            done[1] += turns.reap(1).size();
            widest = Math.max(widest, Math.abs(done[0] - done[1]));
        }
        assertThat(done).containsExactly(6, 6);
        assertThat(widest).isBetween(1, 2);
    }

    @Test
    void shouldGiveTheSameOrderAndNearlyTheSameTimesWhenEntriesAreBatched() {
        List<CommandBench.Done> one = timed(1);
        List<CommandBench.Done> eight = timed(8);
        assertThat(ids(eight)).isEqualTo(ids(one));
        long bound = 8 * 40 * Ps.NS + 100 * Ps.NS;
        for (int i = 0; i < one.size(); i++) {
            assertThat(Math.abs(eight.get(i).atPs() - one.get(i).atPs())).isLessThan(bound);
        }
    }

    private static List<CommandBench.Done> timed(int batch) {
        CommandBench bench = new CommandBench(CommandBench.profile(1, 64, batch), 64);
        bench.open(0);
        for (int id = 0; id < 40; id++) {
            bench.pair(0).put(CommandOpcode.READ, id, bench.buffer.address(), 0, 64);
        }
        bench.ring(0);
        List<CommandBench.Done> done = new ArrayList<>();
        for (int step = 0; step < 2000; step++) {
            bench.run(10 * Ps.NS);
            done.addAll(bench.reap(0));
        }
        assertThat(done).hasSize(40);
        return done;
    }

    @Test
    void shouldNeedOnlyOneDoorbellWhileTheShadowDoorbellsGoOn() {
        bench.open(0);
        bench.write(0, CommandRegister.CONTROL, 0);
        bench.enable(0, CommandControl.SHADOW.mask());
        bench.run(5 * Ps.US);
        bench.pair(0).put(CommandOpcode.NOOP, 1, 0, 0, 0);
        CommandLayout.writeShadow(bench.shadow.segment(), CommandLayout.SHADOW_TAIL_AT, 1);
        bench.run(20 * Ps.US);
        assertThat(bench.reap(0))
                .as("the card sleeps: EventIdx asks for the doorbell")
                .isEmpty();
        assertThat(CommandLayout.shadow(bench.shadow.segment(), CommandLayout.EVENT_TAIL_AT))
                .isZero();

        bench.ring(0);
        bench.pair(0).put(CommandOpcode.NOOP, 2, 0, 0, 0);
        CommandLayout.writeShadow(bench.shadow.segment(), CommandLayout.SHADOW_TAIL_AT, 2);
        bench.run(20 * Ps.US);
        assertThat(ids(bench.reap(0))).containsExactly(1, 2);
        assertThat(CommandLayout.shadow(bench.shadow.segment(), CommandLayout.EVENT_TAIL_AT))
                .isEqualTo(2);
    }

    private long capture(int word) {
        bench.write(0, CommandRegister.CAPTURE_SELECT, word);
        return bench.peek(0, CommandRegister.CAPTURE_DATA);
    }

    private static List<Integer> ids(List<CommandBench.Done> done) {
        return done.stream().map(CommandBench.Done::id).toList();
    }

    private static void fill(CommandBench bench, long offset, int length) {
        bench.memory.write(offset, MemorySegment.ofArray(bytes(length)), 0, length);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + 1);
        }
        return bytes;
    }
}
