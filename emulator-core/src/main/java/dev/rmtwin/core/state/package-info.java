/** Saving and restoring the state of components. */
package dev.rmtwin.core.state;
