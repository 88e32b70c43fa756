package dev.rmtwin.pcie.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a host's firmware does with a function that it finds, by reads and writes of configuration space alone: it learns the
 * sizes of the base address registers, gives each a place, and switches the function on. Stateless.
 */
public final class BusEnumeration {
    private static final long ALL_ONES = 0xFFFF_FFFFL;
    private static final long LOW_TYPE_MASK_MEMORY = 0xF;
    private static final long LOW_TYPE_MASK_IO = 0x3;
    private static final int INTERRUPT_LINE = 11;

    private BusEnumeration() {}

    /**
     * A window that a function asked for.
     *
     * @param index its base address register
     * @param type the register's low bits
     * @param sizeBytes its size
     * @param address where it was placed; 0 before
     */
    public record Window(int index, int type, long sizeBytes, long address) {
        /** Whether it lies in I/O space. */
        public boolean io() {
            return (type & Bar.IO_TYPE) != 0;
        }

        /** Whether its register is 64 bits wide. */
        public boolean wide() {
            return !io() && (type & Bar.WIDE_TYPE) != 0;
        }

        private Window at(long place) {
            return new Window(index, type, sizeBytes, place);
        }
    }

    /** Sizes every base address register, with the function switched off meanwhile; leaves it as it was. */
    public static List<Window> size(ConfigSpace config, long nowPs) {
        long command = config.read(ConfigRegister.COMMAND, 2);
        config.write(ConfigRegister.COMMAND, 2, 0, nowPs);
        List<Window> windows = new ArrayList<>();
        for (int index = 0; index < Bar.COUNT; index++) {
            Window window = size(config, index, nowPs);
            if (window != null) {
                windows.add(window);
                index += window.wide() ? 1 : 0;
            }
        }
        config.write(ConfigRegister.COMMAND, 2, command, nowPs);
        return windows;
    }

    private static Window size(ConfigSpace config, int index, long nowPs) {
        long low = probe(config, index, nowPs);
        if (low == 0) {
            return null;
        }
        boolean io = (low & Bar.IO_TYPE) != 0;
        int type = (int) (low & (io ? LOW_TYPE_MASK_IO : LOW_TYPE_MASK_MEMORY));
        boolean wide = !io && (type & Bar.WIDE_TYPE) != 0;
        long high = wide ? probe(config, index + 1, nowPs) : ALL_ONES;
        long mask = high << Integer.SIZE | low & ~(io ? LOW_TYPE_MASK_IO : LOW_TYPE_MASK_MEMORY);
        return new Window(index, type, -mask, 0);
    }

    private static long probe(ConfigSpace config, int index, long nowPs) {
        int offset = ConfigRegister.BAR_0 + index * Integer.BYTES;
        long held = config.read(offset, 4);
        config.write(offset, 4, ALL_ONES, nowPs);
        long answer = config.read(offset, 4);
        config.write(offset, 4, held, nowPs);
        return answer;
    }

    /**
     * Sizes, places and switches on a function.
     *
     * @param memoryBase where memory windows go, the largest first
     * @param ioBase where I/O windows go
     */
    public static List<Window> assign(ConfigSpace config, long memoryBase, long ioBase, long nowPs) {
        List<Window> placed = new ArrayList<>();
        long memory = memoryBase;
        long io = ioBase;
        List<Window> asked = size(config, nowPs);
        asked.sort(Comparator.comparingLong(Window::sizeBytes).reversed());
        for (Window window : asked) {
            long free = window.io() ? io : memory;
            long address = (free + window.sizeBytes() - 1) & -window.sizeBytes();
            if (window.io()) {
                io = address + window.sizeBytes();
            } else {
                memory = address + window.sizeBytes();
            }
            int offset = ConfigRegister.BAR_0 + window.index() * Integer.BYTES;
            config.write(offset, 4, address & ALL_ONES, nowPs);
            if (window.wide()) {
                config.write(offset + 4, 4, address >>> Integer.SIZE, nowPs);
            }
            placed.add(window.at(address));
        }
        placed.sort(Comparator.comparingInt(Window::index));
        if (config.read(ConfigRegister.INTERRUPT_PIN, 1) != 0) {
            config.write(ConfigRegister.INTERRUPT_LINE, 1, INTERRUPT_LINE, nowPs);
        }
        int on = ConfigRegister.COMMAND_IO | ConfigRegister.COMMAND_MEMORY | ConfigRegister.COMMAND_MASTER;
        config.write(ConfigRegister.COMMAND, 2, config.read(ConfigRegister.COMMAND, 2) | on, nowPs);
        return placed;
    }
}
