package dev.rmtwin.device.driver;

import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.transport.CardTransport;

/**
 * Where a driver sits.
 *
 * @param node node id, for trace lines
 * @param transport the way to its card
 * @param costs what its steps cost
 * @param trace the diary
 * @param seams where faults can take hold of the driver's steps
 */
public record DriverSeat(int node, CardTransport transport, DriverCosts costs, Trace trace, SeamRegistry seams) {
    /** Id of a seam of one channel. */
    String seamId(int channel, String stage) {
        return "node/" + node + "/driver/" + channel + "/" + stage;
    }
}
