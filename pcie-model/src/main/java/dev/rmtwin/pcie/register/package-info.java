/** Registers as data: fields, access modes, blocks, and the file that keeps values by these rules. */
package dev.rmtwin.pcie.register;
