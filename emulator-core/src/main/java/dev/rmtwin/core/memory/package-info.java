/** Sparse memory on segments. */
package dev.rmtwin.core.memory;
