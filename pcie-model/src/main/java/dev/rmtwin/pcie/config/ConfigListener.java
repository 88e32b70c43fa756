package dev.rmtwin.pcie.config;

/** Hears of settings that have changed, after the write that changed them. */
@FunctionalInterface
public interface ConfigListener {
    /** Which setting. */
    enum Setting {
        COMMAND,
        BARS,
        POWER_STATE,
        MSI,
        MSIX,
        DEVICE_CONTROL,
        /** The host has asked for a function-level reset; the space itself is as before. */
        FUNCTION_RESET
    }

    /** A setting has another value than before. */
    void onSetting(Setting setting, long nowPs);
}
