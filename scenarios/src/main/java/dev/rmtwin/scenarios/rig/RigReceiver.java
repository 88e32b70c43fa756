package dev.rmtwin.scenarios.rig;

import dev.rmtwin.device.driver.DriverChannel;
import dev.rmtwin.pcie.host.HostThread;
import dev.rmtwin.scenarios.measure.ReceiverMeter;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.Receiver;

/**
 * One receiving application of a wired ring.
 *
 * @param flow what it receives
 * @param receiver how
 * @param node where
 * @param channel its driver channel
 * @param thread the thread that it runs on
 * @param meter what measures it
 */
public record RigReceiver(
        Flow flow, Receiver receiver, RigNode node, DriverChannel channel, HostThread thread, ReceiverMeter meter) {}
