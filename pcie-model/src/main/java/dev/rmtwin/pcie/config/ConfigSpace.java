package dev.rmtwin.pcie.config;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The configuration space of a card's one function: 4096 bytes behind the access rules of a {@link ConfigLayout}. Any width of 1,
 * 2 or 4 bytes at any alignment; what lies outside reads all ones, changes nothing and is counted. Nothing is ever thrown at
 * the host.
 *
 * <p>A base address register's bits below its size are read-only zeros. Writing all ones and reading back therefore gives the
 * size, without a mode of its own.
 *
 * <p>Power states D0 and D3hot; writing D1 or D2, which the card does not have, leaves the state alone. What the
 * way back to D0 loses is the card's to say (No_Soft_Reset).
 *
 * <p>What the settings do is the card's business, which asks ({@link #answersMemory} and its like) and listens. While a
 * function-level reset lasts, the host's reads give all ones and its writes are lost.
 *
 * <p>Fidelity: functional. <b>Not modelled</b>: the effect of a base address register's address, since accesses name register and
 * offset. Access to configuration space takes no time. Thread: the engine's.
 */
public final class ConfigSpace {
    /** A setting and where it stands. */
    private record Watch(ConfigListener.Setting setting, int offset, int widthBytes) {}

    private final ConfigLayout layout;
    private final byte[] bytes;
    private final List<ConfigListener> listeners = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private final long[] before;
    private long badAccesses;
    private final ConfigErrors errors;
    private final MsiControl msi;
    private boolean absent;
    private boolean notReady;

    /** A space with its reset values. */
    public ConfigSpace(ConfigLayout layout) {
        this.layout = layout;
        bytes = layout.resetBytes();
        errors = new ConfigErrors(this);
        msi = new MsiControl(this);
        watches.add(new Watch(ConfigListener.Setting.COMMAND, ConfigRegister.COMMAND, 2));
        for (int index = 0; index < Bar.COUNT; index++) {
            watches.add(new Watch(ConfigListener.Setting.BARS, ConfigRegister.BAR_0 + 4 * index, 4));
        }
        watch(ConfigListener.Setting.POWER_STATE, CapabilityId.POWER_MANAGEMENT, ConfigRegister.PM_CONTROL);
        watch(ConfigListener.Setting.MSI, CapabilityId.MSI, ConfigRegister.MESSAGE_CONTROL);
        watch(ConfigListener.Setting.MSI, CapabilityId.MSI, ConfigRegister.MSI_MASK);
        watch(ConfigListener.Setting.MSI, CapabilityId.MSI, ConfigRegister.MSI_MASK + 2);
        watch(ConfigListener.Setting.MSIX, CapabilityId.MSIX, ConfigRegister.MESSAGE_CONTROL);
        watch(ConfigListener.Setting.DEVICE_CONTROL, CapabilityId.EXPRESS, ConfigRegister.DEVICE_CONTROL);
        before = new long[watches.size()];
    }

    private void watch(ConfigListener.Setting setting, CapabilityId id, int offset) {
        if (layout.offsetOf(id) >= 0) {
            watches.add(new Watch(setting, layout.offsetOf(id) + offset, 2));
        }
    }

    /** Tells a listener of every change from now on. */
    public void listen(ConfigListener listener) {
        listeners.add(listener);
    }

    /** What a read of 1, 2 or 4 bytes gives; reading has no side effects but counting what lies outside. */
    public long read(int offset, int widthBytes) {
        if (outside(offset, widthBytes)) {
            badAccesses++;
        }
        return absent ? ones(widthBytes) : peek(offset, widthBytes);
    }

    /** As {@link #read}, counting nothing. */
    public long peek(int offset, int widthBytes) {
        if (outside(offset, widthBytes)) {
            return ones(widthBytes);
        }
        long value = 0;
        for (int i = 0; i < widthBytes; i++) {
            value |= (bytes[offset + i] & 0xFFL) << 8 * i;
        }
        return value;
    }

    /** Writes 1, 2 or 4 bytes as the access rules allow, then tells the listeners. */
    public void write(int offset, int widthBytes, long value, long nowPs) {
        if (outside(offset, widthBytes)) {
            badAccesses++;
            return;
        }
        if (absent) {
            return;
        }
        int powerState = powerState();
        remember();
        for (int i = 0; i < widthBytes; i++) {
            int at = offset + i;
            int given = (int) (value >>> 8 * i) & 0xFF;
            int taken = bytes[at] & ~layout.writable(at) | given & layout.writable(at);
            bytes[at] = (byte) (taken & ~(given & layout.clearable(at)));
        }
        if (powerState() != 0 && powerState() != ConfigRegister.D3_HOT) {
            setPowerState(powerState);
        }
        tell(nowPs);
        if (asksForReset(offset, widthBytes, value)) {
            for (ConfigListener listener : listeners) {
                listener.onSetting(ConfigListener.Setting.FUNCTION_RESET, nowPs);
            }
        }
    }

    private boolean asksForReset(int offset, int widthBytes, long value) {
        int express = layout.offsetOf(CapabilityId.EXPRESS);
        int shift = (express + ConfigRegister.DEVICE_CONTROL - offset) * Byte.SIZE;
        int bit = Integer.numberOfTrailingZeros(ConfigRegister.FUNCTION_RESET) + shift;
        return express >= 0 && bit >= 0 && bit < widthBytes * Byte.SIZE && (value >>> bit & 1) != 0;
    }

    /**
     * What a reset does to the space: reset values, but for sticky bits (advanced errors, link control 2) and, when the function
     * alone is reset, for what belongs to the link (payload size, link control). Then the listeners are told.
     */
    public void reset(ConfigReset kind, long nowPs) {
        remember();
        byte[] kept = Arrays.copyOf(bytes, bytes.length);
        byte[] declared = layout.resetBytes();
        System.arraycopy(declared, 0, bytes, 0, declared.length);
        int aer = layout.offsetOf(CapabilityId.ADVANCED_ERRORS);
        if (aer >= 0) {
            System.arraycopy(kept, aer, bytes, aer, ExtendedCapabilities.ADVANCED_ERRORS_BYTES);
        }
        int express = layout.offsetOf(CapabilityId.EXPRESS);
        if (express >= 0) {
            int sticky = express + ConfigRegister.LINK_CONTROL_2;
            System.arraycopy(kept, sticky, bytes, sticky, Short.BYTES);
            if (kind == ConfigReset.FUNCTION) {
                keepLink(express, kept);
            }
        }
        tell(nowPs);
    }

    private void keepLink(int express, byte[] kept) {
        int link = express + ConfigRegister.LINK_CONTROL;
        System.arraycopy(kept, link, bytes, link, Short.BYTES);
        int control = express + ConfigRegister.DEVICE_CONTROL;
        int mask = ConfigRegister.PAYLOAD_MASK;
        bytes[control] = (byte) (bytes[control] & ~mask | kept[control] & mask);
    }

    /** Whether the function is not ready to work yet, whatever its settings say: it has just come back to D0. */
    public void setNotReady(boolean waiting) {
        notReady = waiting;
    }

    /** Whether the function works as its settings say. */
    public boolean ready() {
        return !notReady && !absent;
    }

    /** Whether the function is away, as while it is being reset: the host finds nothing. */
    public void setAbsent(boolean away) {
        absent = away;
    }

    /** Whether the function is away. */
    public boolean absent() {
        return absent;
    }

    /** Puts every byte back to its declared reset value, then tells the listeners. */
    public void reset(long nowPs) {
        remember();
        byte[] declared = layout.resetBytes();
        System.arraycopy(declared, 0, bytes, 0, declared.length);
        tell(nowPs);
    }

    private void remember() {
        for (int i = 0; i < before.length; i++) {
            before[i] = peek(watches.get(i).offset(), watches.get(i).widthBytes());
        }
    }

    private void tell(long nowPs) {
        for (ConfigListener.Setting setting : changed()) {
            for (ConfigListener listener : listeners) {
                listener.onSetting(setting, nowPs);
            }
        }
    }

    private List<ConfigListener.Setting> changed() {
        List<ConfigListener.Setting> changed = new ArrayList<>();
        for (int i = 0; i < before.length; i++) {
            Watch watch = watches.get(i);
            boolean differs = before[i] != peek(watch.offset(), watch.widthBytes());
            if (differs && !changed.contains(watch.setting())) {
                changed.add(watch.setting());
            }
        }
        return changed;
    }

    /**
     * A request came that the card has no answer for: the error bits that PCI Express wants. A non-posted one is told by its
     * completion, so it is an advisory error here; a posted one is a non-fatal error. A card without that capability has no
     * such bits.
     */
    public void onUnsupportedRequest(boolean posted) {
        errors.unsupportedRequest(posted);
    }

    /** A request of the card was answered by nobody. */
    public void onMasterAbort() {
        errors.requestFailed(ConfigRegister.STATUS_MASTER_ABORT);
    }

    /** A request of the card was ended by what it was for. */
    public void onTargetAbort() {
        errors.requestFailed(ConfigRegister.STATUS_TARGET_ABORT);
    }

    /** A request of the card was not answered in time. */
    public void onCompletionTimeout() {
        errors.timedOut();
    }

    /** Sets the bits of a field that only the function changes; others stay. */
    void setHardware(int offset, int widthBytes, long value) {
        for (int i = 0; i < widthBytes; i++) {
            int mine = layout.hardware(offset + i);
            bytes[offset + i] = (byte) (bytes[offset + i] & ~mine | (int) (value >>> Byte.SIZE * i) & mine);
        }
    }

    /** Shows whether reads of the card have not been answered yet. */
    public void showPendingReads(boolean some) {
        int express = layout.offsetOf(CapabilityId.EXPRESS);
        if (express >= 0) {
            show(express + ConfigRegister.DEVICE_STATUS, ConfigRegister.DEVICE_PENDING, some);
        }
    }

    /** Sets status bits; each must be one that software clears by writing one. */
    void raise(int offset, int bits) {
        for (int i = 0; i < Integer.BYTES && bits >>> 8 * i != 0; i++) {
            int here = bits >>> 8 * i & 0xFF;
            if ((here & ~layout.clearable(offset + i)) != 0) {
                throw new IllegalArgumentException("no status bits: " + Integer.toHexString(bits) + " at " + offset);
            }
            bytes[offset + i] |= (byte) here;
        }
    }

    /** Whether the settings let the card answer memory accesses: enabled, and in D0. */
    public boolean answersMemory() {
        return command(ConfigRegister.COMMAND_MEMORY) && powerState() == 0 && ready();
    }

    /** Whether the settings let the card answer I/O accesses: enabled, and in D0. */
    public boolean answersIo() {
        return command(ConfigRegister.COMMAND_IO) && powerState() == 0 && ready();
    }

    /** Whether the settings let the card send requests of its own: bus master, and in D0. */
    public boolean mayMaster() {
        return command(ConfigRegister.COMMAND_MASTER) && powerState() == 0 && ready();
    }

    /** Whether the pin interrupt is switched off. */
    public boolean pinInterruptDisabled() {
        return command(ConfigRegister.COMMAND_INTX_DISABLE);
    }

    private boolean command(int bit) {
        return (peek(ConfigRegister.COMMAND, 2) & bit) != 0;
    }

    /** Power state: 0 for D0, 3 for D3hot. */
    public int powerState() {
        int pm = layout.offsetOf(CapabilityId.POWER_MANAGEMENT);
        return pm < 0 ? 0 : bytes[pm + ConfigRegister.PM_CONTROL] & ConfigRegister.PM_STATE;
    }

    private void setPowerState(int state) {
        int at = layout.offsetOf(CapabilityId.POWER_MANAGEMENT) + ConfigRegister.PM_CONTROL;
        bytes[at] = (byte) (bytes[at] & ~ConfigRegister.PM_STATE | state);
    }

    /** Shows whether a source wants the pin's interrupt. */
    public void showPinInterrupt(boolean wanted) {
        show(ConfigRegister.STATUS, ConfigRegister.STATUS_INTERRUPT, wanted);
    }

    private void show(int at, int bit, boolean on) {
        if ((layout.hardware(at) & bit) == 0) {
            throw new IllegalArgumentException("no bit of the function's: " + Integer.toHexString(bit) + " at " + at);
        }
        bytes[at] = (byte) (on ? bytes[at] | bit : bytes[at] & ~bit);
    }

    /** The MSI capability. */
    public MsiControl msi() {
        return msi;
    }

    /** Whether the way from D3hot to D0 loses everything. */
    public boolean losesStateInD3() {
        int pm = layout.offsetOf(CapabilityId.POWER_MANAGEMENT);
        return pm >= 0 && (peek(pm + ConfigRegister.PM_CONTROL, 2) & ConfigRegister.PM_NO_SOFT_RESET) == 0;
    }

    /** Whether MSI-X is enabled. */
    public boolean msixEnabled() {
        return (msixControl() & ConfigRegister.MSIX_ENABLE) != 0;
    }

    /** Whether MSI-X is enabled with all of its vectors masked. */
    public boolean msixFunctionMasked() {
        return msixEnabled() && (msixControl() & ConfigRegister.MSIX_FUNCTION_MASK) != 0;
    }

    private long msixControl() {
        int msix = layout.offsetOf(CapabilityId.MSIX);
        return msix < 0 ? 0 : peek(msix + ConfigRegister.MESSAGE_CONTROL, 2);
    }

    /** The address that a base address register has been given; 0 before. */
    public long barAddress(Bar bar) {
        long low = peek(bar.offset(), 4);
        long high = bar.kind() == Bar.Kind.MEMORY_64 ? peek(bar.offset() + 4, 4) << Integer.SIZE : 0;
        return (high | low) & bar.addressMask();
    }

    /** The declarations behind it. */
    public ConfigLayout layout() {
        return layout;
    }

    /** Accesses outside the space, or of no legal width. */
    public long badAccesses() {
        return badAccesses;
    }

    private static boolean outside(int offset, int widthBytes) {
        boolean width = widthBytes == 1 || widthBytes == 2 || widthBytes == 4;
        return !width || offset < 0 || offset > ConfigRegister.SPACE_BYTES - widthBytes;
    }

    /** All ones of a width; of 4 bytes for a width that is none. */
    static long ones(int widthBytes) {
        return widthBytes == 1 ? 0xFFL : widthBytes == 2 ? 0xFFFFL : 0xFFFF_FFFFL;
    }

    /**
     * Saves or restores the bits that can change; all others keep what is declared, whatever a record says. Listeners are not
     * told: they restore their own state.
     */
    public void state(StateVisitor visitor) {
        badAccesses = visitor.value("config.badAccesses", badAccesses);
        absent = visitor.value("config.absent", absent);
        notReady = visitor.value("config.notReady", notReady);
        byte[] saved = Arrays.copyOf(bytes, bytes.length);
        visitor.segment("config.bytes", MemorySegment.ofArray(saved));
        if (visitor.restoring()) {
            for (int at = 0; at < bytes.length; at++) {
                int mutable = layout.writable(at) | layout.clearable(at) | layout.hardware(at);
                bytes[at] = (byte) (layout.reset(at) & ~mutable | saved[at] & mutable);
            }
            if (powerState() != 0) {
                setPowerState(ConfigRegister.D3_HOT);
            }
        }
    }
}
