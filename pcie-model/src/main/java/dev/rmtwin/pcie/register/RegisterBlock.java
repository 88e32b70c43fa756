package dev.rmtwin.pcie.register;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A block of registers in a base address register, once or repeated at a stride, and the decoding of accesses to it.
 *
 * <p>An access of 1, 2, 4 or 8 bytes that is naturally aligned and lies within one register reaches that register's byte
 * lanes. Every other one (another width, unaligned, over the end of a register, at a place where none is) reaches nothing.
 *
 * <p>Errors: {@link IllegalArgumentException} and {@link IndexOutOfBoundsException} for registers that overlap or lie outside.
 */
public final class RegisterBlock {
    /** No register is reached. */
    public static final int NONE = -1;

    /** In the place of a base address register: the block is none of a card's, but on a chip's own bus. */
    public static final int ON_CHIP = 6;

    /** A spot is index, bytes left in the register and byte lane, so that decoding takes one look into one array. */
    private static final int LANE_BITS = 3;

    private static final int LANE_MASK = (1 << LANE_BITS) - 1;
    private static final int LEFT_BITS = 4;
    private static final int LEFT_MASK = (1 << LEFT_BITS) - 1;

    private final String name;
    private final String title;
    private final Place place;
    private final Register[] registers;
    private final int[] byByte;

    /**
     * Where a block lies.
     *
     * @param bar base address register, or {@link #ON_CHIP}
     * @param baseOffset offset of the block, of its first copy when it is repeated
     * @param sizeBytes bytes of the block, of one copy
     * @param copies how many there can be
     */
    public record Place(int bar, int baseOffset, int sizeBytes, int copies) {}

    /**
     * @param name short name, lower case
     * @param title what it is
     * @param registers its registers; an index means the position in this list
     */
    public RegisterBlock(String name, String title, Place place, List<Register> registers) {
        this.name = name;
        this.title = title;
        this.place = place;
        this.registers = registers.toArray(new Register[0]);
        byByte = new int[place.sizeBytes()];
        Arrays.fill(byByte, NONE);
        Set<String> names = new HashSet<>();
        for (int index = 0; index < this.registers.length; index++) {
            Register register = this.registers[index];
            Objects.checkFromIndexSize(register.offset(), register.widthBytes(), place.sizeBytes());
            if (!names.add(register.name())) {
                throw new IllegalArgumentException("two registers " + register.name());
            }
            for (int lane = 0; lane < register.widthBytes(); lane++) {
                if (byByte[register.offset() + lane] != NONE) {
                    throw new IllegalArgumentException(register.name() + " overlaps another register");
                }
                byByte[register.offset() + lane] = spot(index, register.widthBytes() - lane, lane);
            }
        }
    }

    /**
     * Finds what an access reaches.
     *
     * @param offset offset within the block
     * @return a spot for {@link #index}, {@link #lane} and the file, or {@link #NONE}
     */
    public int locate(long offset, int widthBytes) {
        if (offset < 0 || offset >= byByte.length) {
            return NONE;
        }
        int spot = byByte[(int) offset];
        boolean aligned = (widthBytes & widthBytes - 1 | (int) offset & widthBytes - 1) == 0;
        return aligned && widthBytes > 0 && spot != NONE && widthBytes <= (spot >> LANE_BITS & LEFT_MASK) ? spot : NONE;
    }

    private static int spot(int index, int bytesLeft, int lane) {
        return (index << LEFT_BITS | bytesLeft) << LANE_BITS | lane;
    }

    /** Index of the register at a spot. */
    public static int index(int spot) {
        return spot >> LEFT_BITS + LANE_BITS;
    }

    /** First byte lane of a spot. */
    public static int lane(int spot) {
        return spot & LANE_MASK;
    }

    /** The bits of a register that an access at a spot covers. */
    public static long lanes(int spot, int widthBytes) {
        return Register.laneMask(lane(spot), widthBytes);
    }

    /** What an access at a spot writes, in its place in the register. */
    public static long place(int spot, int widthBytes, long value) {
        return value << lane(spot) * Byte.SIZE & lanes(spot, widthBytes);
    }

    /** What an access at a spot reads of a register's value. */
    public static long extract(int spot, int widthBytes, long registerValue) {
        return (registerValue & lanes(spot, widthBytes)) >>> lane(spot) * Byte.SIZE;
    }

    /** The register with this index. */
    public Register register(int index) {
        return registers[index];
    }

    /** Its registers by index. */
    public List<Register> registers() {
        return List.of(registers);
    }

    /** Short name, lower case. */
    public String name() {
        return name;
    }

    /** What it is. */
    public String title() {
        return title;
    }

    /** Where it lies. */
    public Place place() {
        return place;
    }
}
