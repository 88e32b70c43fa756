package dev.rmtwin.pcie.register;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;

/**
 * The values of a block's registers and what their access modes do at a read or write. What else happens is the
 * {@link RegisterBehaviour}'s. No access takes memory.
 *
 * <p>Thread: the engine's.
 */
public final class RegisterFile {
    private final Register[] registers;
    private final RegisterBehaviour behaviour;
    private final long[] values;
    /** By register: bits that have been read as set since hardware set them. */
    private final long[] seen;

    /** A file whose registers have their reset values. */
    public RegisterFile(RegisterBlock block, RegisterBehaviour behaviour) {
        registers = block.registers().toArray(new Register[0]);
        this.behaviour = behaviour;
        values = new long[registers.length];
        seen = new long[values.length];
        reset();
    }

    /** A register's whole value, without side effects. */
    public long peek(int index) {
        return peek(index, registers[index]);
    }

    private long peek(int index, Register register) {
        long value = values[index];
        long hardware = register.hardwareMask();
        if (hardware != 0) {
            value |= behaviour.onPeek(index) & hardware;
        }
        return value & register.readableMask();
    }

    /**
     * Reads, with what reading does.
     *
     * @param spot from {@link RegisterBlock#locate} for this width; there must be one
     */
    public long read(int spot, int widthBytes, long nowPs) {
        int index = RegisterBlock.index(spot);
        Register register = registers[index];
        long value = peek(index, register);
        if (register.readHasEffect()) {
            long lanes = RegisterBlock.lanes(spot, widthBytes);
            values[index] &= ~(register.rcMask() & lanes);
            seen[index] |= value & lanes;
        }
        behaviour.onRead(index, nowPs);
        return RegisterBlock.extract(spot, widthBytes, value);
    }

    /**
     * Writes the byte lanes of an access, by the access modes. Writing a register without a writable bit is refused.
     *
     * @param spot from {@link RegisterBlock#locate} for this width; there must be one
     */
    public Verdict write(int spot, int widthBytes, long value, long nowPs) {
        int index = RegisterBlock.index(spot);
        Register register = registers[index];
        if (!register.writable()) {
            return Verdict.REFUSED;
        }
        long present = peek(index, register);
        long clearable = register.clearedAfterRead() ? seen[index] : -1L;
        long written = RegisterBlock.place(spot, widthBytes, value);
        long next = register.afterWrite(present, written, RegisterBlock.lanes(spot, widthBytes), clearable);
        Verdict verdict = behaviour.onWrite(index, present, next, nowPs);
        if (verdict == Verdict.TAKEN) {
            values[index] = next & register.storedMask();
            seen[index] &= next;
            behaviour.onWritten(index, present, next, nowPs);
        }
        return verdict;
    }

    /** Hardware sets stored bits. */
    public void set(int index, long bits) {
        values[index] |= bits & registers[index].storedMask();
    }

    /** Hardware clears stored bits. */
    public void clear(int index, long bits) {
        values[index] &= ~bits;
        seen[index] &= ~bits;
    }

    /** Gives every register its reset value. */
    public void reset() {
        for (int index = 0; index < values.length; index++) {
            values[index] = registers[index].resetValue();
            seen[index] = 0;
        }
    }

    /** Saves or restores the values. */
    public void state(StateVisitor visitor) {
        visitor.values("registers", values);
        visitor.values("registersSeen", seen);
        for (int index = 0; index < values.length; index++) {
            values[index] &= registers[index].storedMask();
        }
    }
}
