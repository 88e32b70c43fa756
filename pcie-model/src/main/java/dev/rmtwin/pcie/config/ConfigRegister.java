package dev.rmtwin.pcie.config;

/** Offsets and bits of configuration space that more than one class speaks of, by the names of the PCI specifications. */
public final class ConfigRegister {
    /** Bytes of a function's configuration space. */
    public static final int SPACE_BYTES = 4096;
    /** First byte of extended configuration space. */
    public static final int EXTENDED = 0x100;

    /** Vendor id, 2 bytes. */
    public static final int VENDOR_ID = 0x00;
    /** Device id, 2 bytes. */
    public static final int DEVICE_ID = 0x02;
    /** Command, 2 bytes. */
    public static final int COMMAND = 0x04;
    /** Status, 2 bytes. */
    public static final int STATUS = 0x06;
    /** Revision id; the class code is the three bytes behind it. */
    public static final int REVISION = 0x08;
    /** First base address register. */
    public static final int BAR_0 = 0x10;
    /** Subsystem vendor id, 2 bytes; the subsystem id follows. */
    public static final int SUBSYSTEM = 0x2C;
    /** Offset of the first capability. */
    public static final int CAPABILITIES = 0x34;
    /** Where software notes the interrupt's number; 0xFF: none. */
    public static final int INTERRUPT_LINE = 0x3C;
    /** 1: INTA#; 0: no pin. */
    public static final int INTERRUPT_PIN = 0x3D;

    /** COMMAND: answer I/O accesses. */
    public static final int COMMAND_IO = 1;
    /** COMMAND: answer memory accesses. */
    public static final int COMMAND_MEMORY = 1 << 1;
    /** COMMAND: may send requests of its own: DMA and interrupt messages. */
    public static final int COMMAND_MASTER = 1 << 2;
    /** COMMAND: parity error response. */
    public static final int COMMAND_PARITY = 1 << 6;
    /** COMMAND: SERR# enable. */
    public static final int COMMAND_SERR = 1 << 8;
    /** COMMAND: may not assert INTx. */
    public static final int COMMAND_INTX_DISABLE = 1 << 10;

    /** STATUS: a request of the card was ended by its target. */
    public static final int STATUS_TARGET_ABORT = 1 << 12;
    /** STATUS: a request of the card was answered by nobody. */
    public static final int STATUS_MASTER_ABORT = 1 << 13;
    /** STATUS: the card has reported an error to the system. */
    public static final int STATUS_SYSTEM_ERROR = 1 << 14;
    /** STATUS: the pin's interrupt is wanted, whether or not it may be asserted. */
    public static final int STATUS_INTERRUPT = 1 << 3;
    /** STATUS: a capability list exists. */
    public static final int STATUS_CAPABILITIES = 1 << 4;
    /** STATUS: the bits that errors set and software clears by writing one. */
    public static final int STATUS_ERRORS = 0xF900;

    /** Power management: offset of PMCSR in the capability. */
    public static final int PM_CONTROL = 4;
    /** PMCSR: power state. */
    public static final int PM_STATE = 0x3;
    /** PMCSR: power state D3hot. */
    public static final int D3_HOT = 3;

    /** MSI and MSI-X: offset of message control in the capability. */
    public static final int MESSAGE_CONTROL = 2;
    /** PMCSR: nothing is lost on the way from D3hot to D0. */
    public static final int PM_NO_SOFT_RESET = 1 << 3;
    /** Device status: reads of the card have not been answered yet. */
    public static final int DEVICE_PENDING = 1 << 5;
    /** AER uncorrectable errors: a request of the card was not answered in time. */
    public static final int AER_TIMEOUT_BIT = 14;
    /** PCI Express: offset of link control 2, which is sticky. */
    public static final int LINK_CONTROL_2 = 0x30;
    /** MSI message control: lowest bit of how many messages the card asks for, as power of two. */
    public static final int MSI_CAPABLE_SHIFT = 1;
    /** MSI message control: lowest bit of how many messages it may send, as power of two. */
    public static final int MSI_ALLOWED_SHIFT = 4;
    /** MSI message control: enable. */
    public static final int MSI_ENABLE = 1;
    /** MSI: offset of the message address, 8 bytes. */
    public static final int MSI_ADDRESS = 0x04;
    /** MSI: offset of the message data, 2 bytes. */
    public static final int MSI_DATA = 0x0C;
    /** MSI: offset of the mask bits; the pending bits follow, 4 bytes each. */
    public static final int MSI_MASK = 0x10;
    /** MSI: offset of the pending bits. */
    public static final int MSI_PENDING = 0x14;
    /** MSI-X message control: every vector is masked. */
    public static final int MSIX_FUNCTION_MASK = 1 << 14;
    /** MSI-X message control: enable. */
    public static final int MSIX_ENABLE = 1 << 15;

    /** PCI Express: offset of device control in the capability; device status follows. */
    public static final int DEVICE_CONTROL = 0x08;
    /** Device control: write one to reset the function; reads 0. */
    public static final int FUNCTION_RESET = 1 << 15;
    /** Device capabilities: the function can be reset by itself. */
    public static final long FUNCTION_RESET_CAPABLE = 1L << 28;
    /** Device control: payload size in use. */
    public static final int PAYLOAD_MASK = 0xE0;
    /** PCI Express: offset of link control. */
    public static final int LINK_CONTROL = 0x10;
    /** Device control: lowest bit of the payload size in use, as power of two above 128. */
    public static final int PAYLOAD_SHIFT = 5;
    /** PCI Express: offset of device status. */
    public static final int DEVICE_STATUS = 0x0A;
    /** Device status: a correctable error was seen. */
    public static final int DEVICE_CORRECTABLE = 1;
    /** Device status: a non-fatal error was seen. */
    public static final int DEVICE_NON_FATAL = 1 << 1;
    /** Device status: a request was not supported. */
    public static final int DEVICE_UNSUPPORTED = 1 << 3;

    /** AER: offset of uncorrectable error status; mask and severity follow, 4 bytes each. */
    public static final int AER_UNCORRECTABLE = 0x04;
    /** AER: offset of uncorrectable error mask. */
    public static final int AER_UNCORRECTABLE_MASK = 0x08;
    /** AER: offset of correctable error status; its mask follows. */
    public static final int AER_CORRECTABLE = 0x10;
    /** AER: offset of capabilities and control, whose low five bits are the first error pointer. */
    public static final int AER_CONTROL = 0x18;
    /** AER uncorrectable errors: unsupported request. */
    public static final int AER_UNSUPPORTED_BIT = 20;
    /** AER correctable errors: advisory non-fatal. */
    public static final int AER_ADVISORY = 1 << 13;

    private ConfigRegister() {}
}
