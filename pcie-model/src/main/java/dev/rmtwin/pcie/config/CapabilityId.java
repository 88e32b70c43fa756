package dev.rmtwin.pcie.config;

/** The capabilities that a card may have. */
public enum CapabilityId {
    POWER_MANAGEMENT(0x01, 0),
    MSI(0x05, 0),
    MSIX(0x11, 0),
    EXPRESS(0x10, 0),
    VENDOR(0x09, 0),
    ADVANCED_ERRORS(0x0001, 2),
    SERIAL_NUMBER(0x0003, 1),
    ACCESS_CONTROL(0x000D, 1),
    ADDRESS_TRANSLATION(0x000F, 1);

    private final int number;
    private final int version;

    CapabilityId(int number, int version) {
        this.number = number;
        this.version = version;
    }

    /** The id in the list. */
    public int number() {
        return number;
    }

    /** Whether it stands in extended configuration space. */
    public boolean extended() {
        return version > 0;
    }

    /** Version in the header of an extended capability. */
    int version() {
        return version;
    }
}
