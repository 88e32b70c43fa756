/** Ways to reach a card. */
package dev.rmtwin.device.transport;
