/** The card as its host sees it: memory window, registers, queue block. */
package dev.rmtwin.pcie.card;
