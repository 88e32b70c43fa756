/** The configuration space of a PCI function: header, base address registers, capabilities, and how a host finds them. */
package dev.rmtwin.pcie.config;
