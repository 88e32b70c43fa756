package dev.rmtwin.pcie.card;

import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The engine's loop-back test of one piece: card memory is read through the engine's data path with a pattern laid over it, and
 * must be what it is without the pattern. Nothing leaves the card, and card memory stays as it is.
 *
 * <p>Fidelity: functional; what can go wrong on the path is what a fault at the seam does. Stateless between pieces.
 */
final class SelfTest {
    /** Bytes that one test reads. */
    static final int TEST_BYTES = 1024;

    private static final long PATTERN = 0xA5A5_5A5A_FF00_00FFL;
    private static final long STRIDE = 0x0101_0101_0101_0101L;

    private final CardMemoryPort memory;
    private final Seam<SelfTest> seam;
    private final MemorySegment loop;
    private final MemorySegment expected;

    SelfTest(String owner, int pieceBytes, CardMemoryPort memory, SeamRegistry seams) {
        this.memory = memory;
        loop = Arena.ofAuto().allocate(pieceBytes, Long.BYTES);
        expected = Arena.ofAuto().allocate(pieceBytes, Long.BYTES);
        seam = seams.add(Seam.withoutDelay(
                owner + "/self-test",
                List.of(new Lens<>(
                        "loop.word",
                        test -> test.loop.get(ValueLayout.JAVA_LONG, 0),
                        (test, value) -> test.loop.set(ValueLayout.JAVA_LONG, 0, value)))));
    }

    /** Sends a piece round; the place of the first byte that is wrong, or -1. */
    long check(long offset, int lengthBytes, long nowPs) {
        memory.read(offset, loop, 0, lengthBytes);
        overlay(lengthBytes);
        if (seam.pass(this, nowPs) == Seam.DROPPED) {
            loop.fill((byte) 0);
        }
        overlay(lengthBytes);
        memory.read(offset, expected, 0, lengthBytes);
        return MemorySegment.mismatch(loop, 0, lengthBytes, expected, 0, lengthBytes);
    }

    private void overlay(int lengthBytes) {
        for (long at = 0; at < lengthBytes; at += Long.BYTES) {
            long word = loop.get(ValueLayout.JAVA_LONG, at);
            loop.set(ValueLayout.JAVA_LONG, at, word ^ PATTERN + at * STRIDE);
        }
    }
}
