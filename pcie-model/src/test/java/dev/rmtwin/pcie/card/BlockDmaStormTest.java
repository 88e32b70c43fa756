package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.card.DmaBench.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Block DMA under faults and under a driver that writes anything at any time. */
class BlockDmaStormTest {
    private final DmaBench bench = new DmaBench();

    @Test
    void shouldEndWithAnErrorWhereNoHostMemoryIs() {
        bench.start(0, 0x7_0000_0000L, 0, 4096, false);
        bench.finish(0);
        bench.run(10 * Ps.US);
        assertThat(bench.count(CardCounter.BLOCK_DMA_HOST_ERROR)).isEqualTo(1);
        assertThat(bench.ringBytes).isZero();
        assertThat(Intcsr.ABORT_ACTIVE.isSet(bench.read(LocalRegister.INTCSR))).isTrue();
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldHaveASeamWhereTransfersAreLostLateOrWrong() {
        Seam<BlockDmaJob> seam = (Seam<BlockDmaJob>)
                bench.engine.seams().find("node/4/block-dma/move").orElseThrow();
        seam.arm((job, nowPs) -> Seam.DROPPED);
        bench.start(0, HIGH, 0, 64, true);
        bench.finish(0);
        assertThat(bench.count(CardCounter.BLOCK_DMA_FAULT)).isEqualTo(1);
        seam.disarm();
        bench.start(0, HIGH, 0, 64, true);
        long plainPs = bench.finish(0);
        for (boolean toHost : new boolean[] {true, false}) {
            seam.arm((job, nowPs) -> 7 * Ps.US);
            bench.start(0, HIGH, 0, 64, toHost);
            assertThat(bench.finish(0)).isGreaterThanOrEqualTo(plainPs + 7 * Ps.US);
            seam.disarm();
        }
        Lens<BlockDmaJob> offset = seam.lenses().stream()
                .filter(lens -> lens.name().equals("transfer.offset"))
                .findFirst()
                .orElseThrow();
        seam.arm((job, nowPs) -> {
            offset.setter().set(job, -1);
            return 0;
        });
        bench.start(0, HIGH, 0, 64, true);
        bench.finish(0);
        assertThat(bench.count(CardCounter.BLOCK_DMA_BAD)).isEqualTo(1);
    }

    @Test
    void shouldSurviveRandomRegistersAndRestoreThemByAReset() {
        SplittableRandom random = new SplittableRandom(9656);
        LocalRegister[] registers = LocalRegister.values();
        long[] atFirst = new long[registers.length];
        for (LocalRegister register : registers) {
            atFirst[register.ordinal()] = bench.card.peek(register);
        }
        for (int i = 0; i < 200_000; i++) {
            int channel = random.nextInt(2);
            switch (random.nextInt(8)) {
                case 0 -> bench.write(LocalRegister.dmaStatus(channel), random.nextInt(32));
                case 1 ->
                    bench.set(
                            channel,
                            random.nextBoolean() ? HIGH + random.nextInt(1 << 16) : random.nextLong(),
                            random.nextInt(1 << 20),
                            random.nextInt(2000),
                            random.nextBoolean());
                case 2 ->
                    bench.descriptor(
                            16 * random.nextInt(16),
                            HIGH + 8L * random.nextInt(4096),
                            8 * random.nextInt(64),
                            random.nextInt(3) == 0 ? -1 : 16 * random.nextInt(16));
                case 3 ->
                    bench.startChain(
                            channel, 16 * random.nextInt(16), 0, 8L * random.nextInt(64), random.nextBoolean());
                case 4 -> {
                    if (bench.ringFull) {
                        bench.space();
                    } else {
                        bench.ringFull = true;
                    }
                }
                case 5 -> {
                    LocalRegister register = registers[random.nextInt(registers.length)];
                    bench.write(register, random.nextLong());
                }
                default -> bench.run(random.nextLong(2 * Ps.US));
            }
        }
        assertThat(bench.count(CardCounter.BLOCK_DMA_DONE)).isGreaterThan(100);
        assertThat(bench.count(CardCounter.BLOCK_DMA_ABORTED)).isGreaterThan(100);
        bench.card.reset(bench.engine.nowPs());
        for (LocalRegister register : registers) {
            assertThat(bench.card.peek(register)).as(register.name()).isEqualTo(atFirst[register.ordinal()]);
        }
        bench.run(Ps.US);
        long writes = bench.hostWrites;
        long contents = bench.hash();
        bench.space();
        bench.run(Ps.MS);
        assertThat(bench.hostWrites).isEqualTo(writes);
        assertThat(bench.hash()).isEqualTo(contents);
    }
}
