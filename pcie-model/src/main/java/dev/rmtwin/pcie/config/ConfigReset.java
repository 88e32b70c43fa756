package dev.rmtwin.pcie.config;

/** What resets a function, by what of its configuration space outlives it. */
public enum ConfigReset {
    /** Function-level reset, or the way from D3hot to D0 of a function that loses its state there: the link's settings stay. */
    FUNCTION,
    /** Reset of the link or the bus (hot reset, secondary bus reset): only sticky bits stay. */
    BUS
}
