package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.state.StateVisitor;
import java.util.List;

/** One transfer of the receive engine: its descriptor, and how far it has come; what faults at the engine's seams see. Reused. */
final class DmaJob {
    static final List<Lens<DmaJob>> LENSES = List.of(
            new Lens<>("descriptor.address", j -> j.address, (j, v) -> j.address = v),
            new Lens<>("descriptor.length", j -> j.bufferBytes, (j, v) -> j.bufferBytes = v & 0xFFFF_FFFFL),
            new Lens<>("descriptor.id", j -> j.descriptorId, (j, v) -> j.descriptorId = (int) v));

    long address;
    long bufferBytes;
    int descriptorId;
    long reserved;
    int doneBytes;
    int pieceBytes;

    void clear() {
        address = 0;
        bufferBytes = 0;
        descriptorId = 0;
        reserved = 0;
        doneBytes = 0;
    }

    /** What is wrong with the descriptor for a frame of this length. */
    DmaError judge(int frameBytes) {
        if (bufferBytes == 0) {
            return DmaError.ZERO_LENGTH;
        }
        if (Long.compareUnsigned(address + bufferBytes - 1, address) < 0) {
            return DmaError.ADDRESS_WRAP;
        }
        return bufferBytes < frameBytes ? DmaError.BUFFER_TOO_SMALL : DmaError.NONE;
    }

    void state(StateVisitor visitor) {
        address = visitor.value("address", address);
        bufferBytes = visitor.value("bufferBytes", bufferBytes);
        descriptorId = visitor.value("descriptorId", descriptorId);
        reserved = visitor.value("reserved", reserved);
        doneBytes = visitor.value("doneBytes", doneBytes);
        pieceBytes = visitor.value("pieceBytes", pieceBytes);
    }
}
