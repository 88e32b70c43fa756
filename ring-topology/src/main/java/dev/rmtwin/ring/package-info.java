/**
 * The fibre ring: how one write travels from a card's transmit FIFO, over every span and node, into every card's memory.
 *
 * <pre>
 *   sending node                    every next node                        strip
 *   TransmitFifo#accept             RingNode#onFrame ── own packet? ──────► end
 *        │                              │        │
 *   LinkTransmitter#drain               │   LinkTransmitter#forward ─► FibreSpan#propagate ─► next node
 *        │                              │
 *   FibreSpan#propagate ──────────►     ReceiveFifo#accept ─► NodeMemory#commit
 * </pre>
 *
 * <p>A class is one stage, has one entry verb that takes a packet and the time, and knows only the stage after it.
 */
package dev.rmtwin.ring;
