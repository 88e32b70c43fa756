package dev.rmtwin.core.counter;

/** The four layers by which a fault is placed. */
public enum Layer {
    /** Did the hardware receive it? */
    HARDWARE,
    /** Was an interrupt raised? */
    INTERRUPT,
    /** Did the driver handle it? */
    DRIVER,
    /** Was user space woken? */
    USER
}
