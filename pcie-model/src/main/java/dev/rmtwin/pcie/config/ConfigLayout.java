package dev.rmtwin.pcie.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The declared configuration space of one card: reset value and access rule of each of its bits. Immutable.
 *
 * <pre>
 *   000 header | 040 capabilities, linked by their second byte | 100 extended capabilities, linked by their header | 1000
 * </pre>
 *
 * Bytes that nothing declares are reserved: they read 0 and cannot be written.
 */
public final class ConfigLayout {
    private static final int LAST_BAR = Bar.COUNT - 1;

    private final byte[] reset = new byte[ConfigRegister.SPACE_BYTES];
    private final byte[] writable = new byte[ConfigRegister.SPACE_BYTES];
    private final byte[] clearable = new byte[ConfigRegister.SPACE_BYTES];
    private final byte[] hardware = new byte[ConfigRegister.SPACE_BYTES];
    private final boolean[] declared = new boolean[ConfigRegister.SPACE_BYTES];
    private final List<Bar> bars;
    private final Map<CapabilityId, Integer> offsets = new EnumMap<>(CapabilityId.class);

    /**
     * Lays out a card.
     *
     * @throws IllegalArgumentException when declarations overlap
     */
    public ConfigLayout(ConfigHeader header, List<Capability> capabilities) {
        bars = header.bars();
        header.fields().forEach(this::declare);
        declareBars();
        List<Capability> normal = new ArrayList<>();
        List<Capability> extended = new ArrayList<>();
        capabilities.forEach(c -> (c.id().extended() ? extended : normal).add(c));
        int first = normal.isEmpty() ? 0 : normal.getFirst().offset();
        declare(ConfigField.constant(ConfigRegister.CAPABILITIES, 1, first));
        int status = first == 0 ? 0 : ConfigRegister.STATUS_CAPABILITIES;
        int pinStatus = header.interruptPin() == 0 ? 0 : ConfigRegister.STATUS_INTERRUPT;
        declare(new ConfigField(ConfigRegister.STATUS, 2, status, 0, ConfigRegister.STATUS_ERRORS, pinStatus));
        link(normal);
        link(extended);
    }

    private void declareBars() {
        boolean wideBelow = false;
        for (int index = 0; index <= LAST_BAR; index++) {
            int number = index;
            Bar bar = bars.stream().filter(b -> b.index() == number).findAny().orElse(null);
            if (bar == null) {
                wideBelow = false;
                continue;
            }
            if (wideBelow) {
                throw new IllegalArgumentException("base address register " + index + " belongs to the one below it");
            }
            long mask = bar.addressMask();
            declare(ConfigField.writable(bar.offset(), 4, bar.typeBits(), mask & ConfigSpace.ones(4)));
            wideBelow = bar.kind() == Bar.Kind.MEMORY_64;
            if (wideBelow) {
                declare(ConfigField.writable(bar.offset() + 4, 4, 0, mask >>> Integer.SIZE));
            }
        }
    }

    private void link(List<Capability> list) {
        for (int i = 0; i < list.size(); i++) {
            Capability capability = list.get(i);
            CapabilityId id = capability.id();
            int next = i + 1 < list.size() ? list.get(i + 1).offset() : 0;
            if (id.extended()) {
                long header = id.number() | id.version() << 16 | (long) next << 20;
                declare(ConfigField.constant(capability.offset(), 4, header));
            } else {
                declare(ConfigField.constant(capability.offset(), 1, id.number()));
                declare(ConfigField.constant(capability.offset() + 1, 1, next));
            }
            capability.body().forEach(field -> declare(field.shifted(capability.offset())));
            if (offsets.put(id, capability.offset()) != null) {
                throw new IllegalArgumentException(id + " is there twice");
            }
        }
        if (!list.isEmpty()
                && list.getFirst().id().extended()
                && list.getFirst().offset() != ConfigRegister.EXTENDED) {
            throw new IllegalArgumentException("the first extended capability stands at 100h");
        }
    }

    private void declare(ConfigField field) {
        for (int i = 0; i < field.widthBytes(); i++) {
            int at = field.offset() + i;
            if (declared[at]) {
                throw new IllegalArgumentException("byte " + Integer.toHexString(at) + " is declared twice");
            }
            declared[at] = true;
            reset[at] = (byte) (field.reset() >>> 8 * i);
            writable[at] = (byte) (field.writable() >>> 8 * i);
            clearable[at] = (byte) (field.clearable() >>> 8 * i);
            hardware[at] = (byte) (field.hardware() >>> 8 * i);
        }
    }

    /** Offset of a capability, or -1 when the card has none. */
    public int offsetOf(CapabilityId id) {
        return offsets.getOrDefault(id, -1);
    }

    /** Capabilities with their offsets. */
    public Map<CapabilityId, Integer> capabilities() {
        return Collections.unmodifiableMap(offsets);
    }

    /** Base address registers. */
    public List<Bar> bars() {
        return bars;
    }

    /** Reset value of a byte. */
    public int reset(int offset) {
        return reset[offset] & 0xFF;
    }

    /** Bits of a byte that software may set and clear. */
    public int writable(int offset) {
        return writable[offset] & 0xFF;
    }

    /** Bits of a byte that software clears by writing one. */
    public int clearable(int offset) {
        return clearable[offset] & 0xFF;
    }

    /** Bits of a byte that only the function changes. */
    public int hardware(int offset) {
        return hardware[offset] & 0xFF;
    }

    /** Whether anything declares a byte; others are reserved. */
    public boolean declared(int offset) {
        return declared[offset];
    }

    byte[] resetBytes() {
        return Arrays.copyOf(reset, reset.length);
    }
}
