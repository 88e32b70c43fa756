package dev.rmtwin.device.driver;

import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.transport.CardTransport;

/**
 * Where a driver sits.
 *
 * @param node node id, for trace lines
 * @param transport the way to its card
 * @param costs what its steps cost
 * @param trace the diary
 */
public record DriverSeat(int node, CardTransport transport, DriverCosts costs, Trace trace) {}
