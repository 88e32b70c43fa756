package dev.rmtwin.pcie.config;

/** A function's MSI capability as its interrupts see it: how many messages, where to, which are masked. Stateless. */
public final class MsiControl {
    private final ConfigSpace config;
    private final int offset;

    MsiControl(ConfigSpace config) {
        this.config = config;
        offset = config.layout().offsetOf(CapabilityId.MSI);
    }

    /** Whether MSI is there and enabled. */
    public boolean enabled() {
        return offset >= 0 && (control() & ConfigRegister.MSI_ENABLE) != 0;
    }

    private long control() {
        return config.peek(offset + ConfigRegister.MESSAGE_CONTROL, 2);
    }

    /** Messages that the host lets the function send: a power of two, never more than it asks for. */
    public int messages() {
        int asked = (int) (control() >>> ConfigRegister.MSI_CAPABLE_SHIFT) & 7;
        int allowed = (int) (control() >>> ConfigRegister.MSI_ALLOWED_SHIFT) & 7;
        return 1 << Math.min(asked, allowed);
    }

    /** The message that a vector goes by: vectors beyond the last message share. */
    public int message(int vector) {
        return vector & messages() - 1;
    }

    /** Where messages go. */
    public long address() {
        return config.peek(offset + ConfigRegister.MSI_ADDRESS, 4)
                | config.peek(offset + ConfigRegister.MSI_ADDRESS + 4, 4) << Integer.SIZE;
    }

    /** What a vector's message says: its low bits are the message's number. */
    public int data(int vector) {
        return (int) config.peek(offset + ConfigRegister.MSI_DATA, 2) & -messages() | message(vector);
    }

    /** Whether the message that a vector goes by is masked. */
    public boolean masked(int vector) {
        return (config.peek(offset + ConfigRegister.MSI_MASK, 4) >>> message(vector) & 1) != 0;
    }

    /** Shows which messages are pending, a bit each. */
    public void showPending(long bits) {
        if (offset >= 0) {
            config.setHardware(offset + ConfigRegister.MSI_PENDING, 4, bits);
        }
    }
}
