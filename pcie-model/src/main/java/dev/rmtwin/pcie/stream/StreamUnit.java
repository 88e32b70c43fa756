package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.seam.Lens;
import java.util.List;

/** One byte, sample or frame on its way; what faults see. Reused by its owner: nobody keeps it. */
public final class StreamUnit {
    /** The source's count of units, from 0. */
    public long number;
    /** Its bits, from the lowest on; of a frame its first 8 bytes. */
    public long value;

    StreamUnit set(long newNumber, long newValue) {
        number = newNumber;
        value = newValue;
        return this;
    }

    static List<Lens<StreamUnit>> lenses() {
        return List.of(new Lens<>("unit.value", u -> u.value, (u, v) -> u.value = v));
    }
}
