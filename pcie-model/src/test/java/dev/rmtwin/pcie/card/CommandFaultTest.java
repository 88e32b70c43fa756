package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.config.ConfigRegister;
import org.junit.jupiter.api.Test;

/** Faults on the seams of the command queues, as a driver sees them. */
class CommandFaultTest {
    private final CommandBench bench = new CommandBench(CommandBench.profile(1, 8, 8), 16);

    @Test
    void shouldLetFaultsTakeHoldAtFetchMoveAndCompletion() {
        bench.open(0);
        Seam<Command> fetch = seam("/fetch");
        fetch.arm((command, nowPs) -> {
            lens(fetch, "command.length").set(command, 0);
            return 0;
        });
        bench.pair(0).put(CommandOpcode.READ, 1, bench.buffer.address(), 0, 64);
        bench.ring(0);
        bench.run(10 * Ps.US);
        assertThat(bench.reap(0))
                .singleElement()
                .satisfies(d -> assertThat(d.status()).isEqualTo(2));
        fetch.disarm();

        Seam<Command> move = seam("/move");
        move.arm((command, nowPs) -> Seam.DROPPED);
        bench.pair(0).put(CommandOpcode.READ, 2, bench.buffer.address(), 0, 64);
        bench.ring(0);
        bench.run(10 * Ps.US);
        assertThat(bench.reap(0))
                .singleElement()
                .satisfies(d -> assertThat(d.status()).isEqualTo(4));
        move.disarm();

        Seam<CommandCompletion> post = seam("/cqe-post");
        post.arm((entry, nowPs) -> {
            post.lenses().stream()
                    .filter(l -> l.name().equals("cqe.phase"))
                    .findFirst()
                    .orElseThrow()
                    .setter()
                    .set(entry, 0);
            return 0;
        });
        bench.pair(0).put(CommandOpcode.NOOP, 3, 0, 0, 0);
        bench.ring(0);
        bench.run(10 * Ps.US);
        assertThat(bench.reap(0)).as("an entry with a wrong phase is not seen").isEmpty();
    }

    @SuppressWarnings("unchecked")
    private <T> Seam<T> seam(String end) {
        return (Seam<T>) bench.engine.seams().find("node/3/commands" + end).orElseThrow();
    }

    private static Lens.Setter<Command> lens(Seam<Command> seam, String name) {
        return seam.lenses().stream()
                .filter(lens -> lens.name().equals(name))
                .findFirst()
                .orElseThrow()
                .setter();
    }

    @Test
    void shouldSendNothingWhileTheCardMustNotMasterTheBusAndGoOnAfterwards() {
        for (int afterNs = 0; afterNs < 4000; afterNs += 100) {
            CommandBench fresh = new CommandBench(CommandBench.profile(1, 8, 8), 16);
            fresh.open(0);
            fresh.pair(0).put(CommandOpcode.READ, 1, fresh.buffer.address(), 0, 500);
            fresh.pair(0).put(CommandOpcode.WRITE, 2, fresh.buffer.address(), 0x400, 500);
            fresh.pair(0).put(CommandOpcode.SELF_TEST, 3, fresh.buffer.address() + 4096, 0, 500);
            fresh.pair(0).put(CommandOpcode.NOOP, 4, 0, 0, 0);
            fresh.ring(0);
            fresh.run(afterNs * Ps.NS);
            master(fresh, false);
            fresh.run(2 * Ps.US);
            long before = fresh.hostWrites;
            fresh.run(50 * Ps.US);
            assertThat(fresh.hostWrites).as("master off after %d ns", afterNs).isEqualTo(before);
            master(fresh, true);
            fresh.run(50 * Ps.US);
            assertThat(fresh.reap(0))
                    .hasSize(4)
                    .allSatisfy(done -> assertThat(done.status()).isZero());
        }
    }

    private static void master(CommandBench bench, boolean on) {
        int present = (int) bench.card.config().read(ConfigRegister.COMMAND, 2);
        int next = on ? present | ConfigRegister.COMMAND_MASTER : present & ~ConfigRegister.COMMAND_MASTER;
        bench.card.config().write(ConfigRegister.COMMAND, 2, next, bench.engine.nowPs());
    }
}
