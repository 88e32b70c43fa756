/** Virtual time in picoseconds and the clocks that divide it. */
package dev.rmtwin.core.time;
