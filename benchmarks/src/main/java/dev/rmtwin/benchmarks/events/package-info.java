/**
 * The hold model of the event queue and of its peers: the earliest event is taken and its handler posts one new event.
 *
 * <p>All variants share the handlers, the component table, the keys and the draws; only the {@link Kernel} differs. Each
 * variant runs in a virtual machine of its own.
 */
package dev.rmtwin.benchmarks.events;
