package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.state.StateVisitor;

/**
 * A device on an I2C bus: 256 registers behind a pointer. The first byte written after it is addressed sets the pointer, further ones
 * go to registers; reading gives the register at the pointer. Both move the pointer on.
 */
public final class I2cDevice {
    private static final int REGISTERS = 256;

    private final int address;
    private final int[] registers = new int[REGISTERS];
    private int pointer;
    private boolean pointerNext;

    /** @param address 7 bits */
    public I2cDevice(int address) {
        this.address = address;
    }

    /** Sets a register. */
    public void set(int register, int value) {
        registers[register] = value & 0xFF;
    }

    /** A register, without moving the pointer. */
    public int get(int register) {
        return registers[register];
    }

    /** It is addressed; says whether it answers. */
    boolean addressed(int wanted) {
        pointerNext = true;
        return wanted == address;
    }

    void write(int value) {
        if (pointerNext) {
            pointerNext = false;
            pointer = value & 0xFF;
        } else {
            registers[pointer] = value & 0xFF;
            pointer = pointer + 1 & 0xFF;
        }
    }

    int read() {
        int value = registers[pointer];
        pointer = pointer + 1 & 0xFF;
        return value;
    }

    void state(StateVisitor visitor) {
        visitor.values("registers", registers);
        pointer = visitor.index("pointer", pointer, REGISTERS);
        pointerNext = visitor.value("pointerNext", pointerNext);
    }
}
