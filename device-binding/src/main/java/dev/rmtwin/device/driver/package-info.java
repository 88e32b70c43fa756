/** The driver, written once above every transport: rings, service routines, start-up and roll-back. */
package dev.rmtwin.device.driver;
