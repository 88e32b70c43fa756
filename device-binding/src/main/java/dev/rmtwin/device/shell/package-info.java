/** The blocking device: a thin shell over the driver that waits by running the emulated world. */
package dev.rmtwin.device.shell;
