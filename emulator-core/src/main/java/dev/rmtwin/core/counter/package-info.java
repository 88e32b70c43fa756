/** Counters by layer. */
package dev.rmtwin.core.counter;
