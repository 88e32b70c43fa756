/** The host: memory, cores, threads, interrupts. */
package dev.rmtwin.pcie.host;
