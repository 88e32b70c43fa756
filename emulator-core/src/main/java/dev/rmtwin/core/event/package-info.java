/** Event order and the queue of pending events. */
package dev.rmtwin.core.event;
