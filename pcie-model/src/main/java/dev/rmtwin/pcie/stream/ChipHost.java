package dev.rmtwin.pcie.stream;

import dev.rmtwin.pcie.host.HostCpu;
import java.lang.foreign.MemorySegment;

/**
 * A host's memory and vectors, for devices on its own chip.
 *
 * @param cpu the host
 */
public record ChipHost(HostCpu cpu) implements StreamMemory {
    @Override
    public boolean write(long address, MemorySegment data, int lengthBytes, long nowPs) {
        if (!cpu.memory().holds(address, lengthBytes)) {
            return false;
        }
        cpu.writeMemory(address, data, lengthBytes, nowPs);
        return true;
    }

    @Override
    public boolean read(long address, MemorySegment target, int lengthBytes, long nowPs) {
        if (!cpu.memory().holds(address, lengthBytes)) {
            return false;
        }
        cpu.readMemory(address, target, lengthBytes, nowPs);
        return true;
    }

    /** The line of a vector. */
    public StreamInterrupt line(int vector) {
        return nowPs -> cpu.raise(vector, nowPs);
    }
}
