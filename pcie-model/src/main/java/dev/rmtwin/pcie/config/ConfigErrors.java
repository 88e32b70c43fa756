package dev.rmtwin.pcie.config;

/**
 * Sets the error bits of a function's configuration space: PCI status, PCI Express device status and Advanced Error Reporting. A
 * function without the latter two has only the first. Stateless: the bits are the configuration space's.
 */
final class ConfigErrors {
    private final ConfigSpace config;
    private final int express;
    private final int aer;

    ConfigErrors(ConfigSpace config) {
        this.config = config;
        express = config.layout().offsetOf(CapabilityId.EXPRESS);
        aer = config.layout().offsetOf(CapabilityId.ADVANCED_ERRORS);
    }

    /** A posted request that nothing answers is a non-fatal error; another one is told by its completion: advisory. */
    void unsupportedRequest(boolean posted) {
        if (express < 0 || aer < 0) {
            return;
        }
        config.raise(express + ConfigRegister.DEVICE_STATUS, ConfigRegister.DEVICE_UNSUPPORTED);
        uncorrectable(ConfigRegister.AER_UNSUPPORTED_BIT, !posted);
    }

    /** A request of the function's own was answered by nobody, or aborted. */
    void requestFailed(int statusBit) {
        config.raise(ConfigRegister.STATUS, statusBit);
    }

    /** A request of the function's own was not answered in time. */
    void timedOut() {
        if (express >= 0 && aer >= 0) {
            uncorrectable(ConfigRegister.AER_TIMEOUT_BIT, false);
        }
    }

    private void uncorrectable(int number, boolean advisory) {
        int kind = advisory ? ConfigRegister.DEVICE_CORRECTABLE : ConfigRegister.DEVICE_NON_FATAL;
        config.raise(express + ConfigRegister.DEVICE_STATUS, kind);
        if (advisory) {
            config.raise(aer + ConfigRegister.AER_CORRECTABLE, ConfigRegister.AER_ADVISORY);
        }
        int bit = 1 << number;
        long mask = config.peek(aer + ConfigRegister.AER_UNCORRECTABLE_MASK, 4);
        long reported = config.peek(aer + ConfigRegister.AER_UNCORRECTABLE, 4) & ~mask;
        if (reported == 0 && (mask & bit) == 0) {
            config.setHardware(aer + ConfigRegister.AER_CONTROL, 1, number);
        }
        config.raise(aer + ConfigRegister.AER_UNCORRECTABLE, bit);
        boolean masked = (mask & bit) != 0;
        if (!advisory && !masked && (config.peek(ConfigRegister.COMMAND, 2) & ConfigRegister.COMMAND_SERR) != 0) {
            config.raise(ConfigRegister.STATUS, ConfigRegister.STATUS_SYSTEM_ERROR);
        }
    }
}
