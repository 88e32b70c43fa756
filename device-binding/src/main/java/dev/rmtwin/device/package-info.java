/** The interface that applications see, and what it is made of. */
package dev.rmtwin.device;
