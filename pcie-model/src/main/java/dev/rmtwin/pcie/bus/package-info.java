/** The bus between host and card: two ordered pipes with rate and latency. */
package dev.rmtwin.pcie.bus;
