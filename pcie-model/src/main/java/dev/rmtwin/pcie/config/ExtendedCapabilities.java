package dev.rmtwin.pcie.config;

import java.util.List;

/** The capabilities of extended configuration space, with the reset values of the PCI Express specification. */
public final class ExtendedCapabilities {
    /** Bytes of an Advanced Error Reporting capability of an endpoint. */
    public static final int ADVANCED_ERRORS_BYTES = 0x2C;
    /** Bytes of a Device Serial Number capability. */
    public static final int SERIAL_NUMBER_BYTES = 12;
    /** Bytes of an ACS or ATS capability. */
    public static final int SHORT_BYTES = 8;

    /** Errors of an endpoint without ECRC and ACS: data link, 12 to 18, unsupported request, internal. */
    private static final long UNCORRECTABLE = 0x0057_F010L;

    private static final long SEVERITY_RESET = 0x0046_2030L;
    private static final long UNCORRECTABLE_MASK_RESET = 0x0040_0000L;
    private static final long CORRECTABLE = 0x0000_71C1L;
    private static final long CORRECTABLE_MASK_RESET = 0x0000_6000L;
    private static final int FIRST_ERROR = 0x1F;
    private static final int HEADER_LOG = 0x1C;
    private static final int PEER_REDIRECTS = 0x4C;
    private static final int PAGE_ALIGNED = 1 << 5;
    private static final int ATS_CONTROL_MASK = 0x801F;

    /** First byte of the serial number: an address that its owner administers, so it is nobody's EUI-64. */
    private static final long SERIAL_HIGH = 0x0254_5749L;

    private static final long SERIAL_LOW = 0x4E00_0000L;

    private ExtendedCapabilities() {}

    /** Advanced Error Reporting; the header log is there and stays empty, since no packet headers are built. */
    public static Capability advancedErrors(int offset) {
        return new Capability(
                CapabilityId.ADVANCED_ERRORS,
                offset,
                ADVANCED_ERRORS_BYTES,
                List.of(
                        ConfigField.clearable(ConfigRegister.AER_UNCORRECTABLE, 4, UNCORRECTABLE),
                        ConfigField.writable(
                                ConfigRegister.AER_UNCORRECTABLE_MASK, 4, UNCORRECTABLE_MASK_RESET, UNCORRECTABLE),
                        ConfigField.writable(0x0C, 4, SEVERITY_RESET, UNCORRECTABLE),
                        ConfigField.clearable(ConfigRegister.AER_CORRECTABLE, 4, CORRECTABLE),
                        ConfigField.writable(0x14, 4, CORRECTABLE_MASK_RESET, CORRECTABLE),
                        ConfigField.constant(ConfigRegister.AER_CONTROL, 4, 0).withHardware(FIRST_ERROR),
                        logWord(0),
                        logWord(1),
                        logWord(2),
                        logWord(3)));
    }

    private static ConfigField logWord(int index) {
        return ConfigField.constant(HEADER_LOG + 4 * index, 4, 0).withHardware(0xFFFF_FFFFL);
    }

    /** Device Serial Number 02-54-57-49-4e-00-00-NN: the letters TWIN and the node id. */
    public static Capability serialNumber(int offset, int node) {
        return new Capability(
                CapabilityId.SERIAL_NUMBER,
                offset,
                SERIAL_NUMBER_BYTES,
                List.of(ConfigField.constant(0x04, 4, SERIAL_LOW | node), ConfigField.constant(0x08, 4, SERIAL_HIGH)));
    }

    /** Access Control Services: redirecting of requests and completions between peers, and of translated ones. */
    public static Capability accessControl(int offset) {
        return new Capability(
                CapabilityId.ACCESS_CONTROL,
                offset,
                SHORT_BYTES,
                List.of(
                        ConfigField.constant(0x04, 2, PEER_REDIRECTS),
                        ConfigField.writable(0x06, 2, 0, PEER_REDIRECTS)));
    }

    /** Address Translation Services: up to 32 invalidations wait, requests start at page borders. */
    public static Capability addressTranslation(int offset) {
        return new Capability(
                CapabilityId.ADDRESS_TRANSLATION,
                offset,
                SHORT_BYTES,
                List.of(
                        ConfigField.constant(0x04, 2, PAGE_ALIGNED),
                        ConfigField.writable(0x06, 2, 0, ATS_CONTROL_MASK)));
    }
}
