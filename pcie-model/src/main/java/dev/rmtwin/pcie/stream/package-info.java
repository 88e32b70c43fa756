/**
 * Sources of streams and the DMA channels of a microcontroller that take them: continuous receive with half, full and idle events,
 * a transmitting partner, and the links (UART, sampler, SPI, I2C, a network line) that the units come from.
 */
package dev.rmtwin.pcie.stream;
