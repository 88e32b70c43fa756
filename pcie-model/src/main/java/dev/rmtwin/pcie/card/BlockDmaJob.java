package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A transfer of one channel: what its registers said when it was started, and how far it has come. An element is the block, or
 * what one descriptor of a chain describes. Also what faults at the engine's seam see. Reused.
 *
 * <pre>
 *   descriptor  0: host address, low half, multiple of 8     8: bytes, multiple of 8
 *               4: host address, high half                  12: next descriptor, multiple of 16; 1 = the last
 * </pre>
 */
final class BlockDmaJob {
    static final int DESCRIPTOR_BYTES = 16;
    static final long END_OF_CHAIN = 1;
    static final List<Lens<BlockDmaJob>> LENSES = List.of(
            new Lens<>("transfer.address", j -> j.hostAddress, (j, v) -> j.hostAddress = v),
            new Lens<>("transfer.offset", j -> j.cardOffset, (j, v) -> j.cardOffset = v),
            new Lens<>("transfer.length", j -> j.leftBytes, (j, v) -> j.leftBytes = v),
            new Lens<>("transfer.next", j -> j.next, (j, v) -> j.next = v));

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int ADDRESS_UNIT = 8;
    private static final long HALF = 1L << Integer.SIZE;

    boolean busy;
    boolean waiting;
    boolean begun;
    /** It has ended and its interrupt has not been cleared. */
    boolean interrupting;
    /** It ended with an error that has not been cleared. */
    boolean failed;

    boolean toHost;
    boolean chain;
    long hostAddress;
    long cardOffset;
    /** Bytes of the element that have yet to be moved. */
    long leftBytes;
    /** Bytes of the whole transfer that have yet to be moved. */
    long totalBytes;

    long next;

    /** Takes over a channel's registers. */
    void load(int channel, ToLongFunction<LocalRegister> registers) {
        long pointer = registers.applyAsLong(LocalRegister.dmaPointer(channel));
        chain = DmaFields.MODE_SCATTER_GATHER.isSet(registers.applyAsLong(LocalRegister.dmaMode(channel)));
        toHost = DmaFields.POINTER_TO_HOST.isSet(pointer);
        hostAddress = registers.applyAsLong(LocalRegister.dmaHostAddressHigh(channel)) << Integer.SIZE
                | registers.applyAsLong(LocalRegister.dmaHostAddress(channel));
        cardOffset = registers.applyAsLong(LocalRegister.dmaCardOffset(channel));
        totalBytes = DmaFields.SIZE_BYTES.of(registers.applyAsLong(LocalRegister.dmaSize(channel)));
        leftBytes = chain ? 0 : totalBytes;
        next = chain ? pointer & DmaFields.POINTER_NEXT.mask() : END_OF_CHAIN;
        busy = true;
        waiting = true;
        begun = false;
    }

    /** Takes over a descriptor. */
    void describe(MemorySegment descriptor) {
        hostAddress = (long) descriptor.get(WORD, 4) << Integer.SIZE | Integer.toUnsignedLong(descriptor.get(WORD, 0));
        leftBytes = Integer.toUnsignedLong(descriptor.get(WORD, 8));
        next = Integer.toUnsignedLong(descriptor.get(WORD, 12));
    }

    boolean last() {
        return next == END_OF_CHAIN;
    }

    /** Whether the element makes sense on a card with so much memory. */
    boolean valid(long memoryBytes) {
        boolean withinMemory = leftBytes > 0 && cardOffset >= 0 && cardOffset <= memoryBytes - leftBytes;
        boolean withinSpace = Long.compareUnsigned(hostAddress + leftBytes - 1, hostAddress) >= 0;
        return withinMemory && withinSpace && (!chain || validInChain());
    }

    private boolean validInChain() {
        boolean aligned = hostAddress % ADDRESS_UNIT == 0
                && leftBytes % ADDRESS_UNIT == 0
                && (last() || next % DESCRIPTOR_BYTES == 0);
        boolean withinHalf = (hostAddress & HALF - 1) + leftBytes <= HALF;
        boolean asSized = last() ? leftBytes == totalBytes : leftBytes < totalBytes;
        return aligned && withinHalf && asSized;
    }

    /** The next piece: it ends where the host's address is a multiple of the limit, so that none crosses a page. */
    int pieceBytes(long aheadBytes, int limitBytes) {
        return (int) Math.min(leftBytes - aheadBytes, limitBytes - (hostAddress + aheadBytes & limitBytes - 1));
    }

    /** Bytes have been moved. */
    void advance(int bytes) {
        hostAddress += bytes;
        cardOffset += bytes;
        leftBytes -= bytes;
        totalBytes -= bytes;
    }

    void end() {
        busy = false;
        waiting = false;
    }

    void clearLatches() {
        interrupting = false;
        failed = false;
    }

    void state(StateVisitor visitor) {
        busy = visitor.value("busy", busy);
        waiting = visitor.value("waiting", waiting);
        begun = visitor.value("begun", begun);
        interrupting = visitor.value("interrupting", interrupting);
        failed = visitor.value("failed", failed);
        toHost = visitor.value("toHost", toHost);
        chain = visitor.value("chain", chain);
        hostAddress = visitor.value("hostAddress", hostAddress);
        cardOffset = visitor.value("cardOffset", cardOffset);
        leftBytes = visitor.value("leftBytes", leftBytes);
        totalBytes = visitor.value("totalBytes", totalBytes);
        next = visitor.value("next", next);
    }
}
