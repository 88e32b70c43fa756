package dev.rmtwin.scenarios.rig;

import dev.rmtwin.device.driver.BringUp;
import dev.rmtwin.device.driver.RmDriver;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.scenarios.model.NodeSpec;

/**
 * One node of a wired ring.
 *
 * @param spec what it was built from
 * @param link its bus
 * @param card its card
 * @param host the machine around the card
 * @param driver the driver on that machine
 * @param bringUp the routine that starts the driver's channels
 */
public record RigNode(NodeSpec spec, PcieLink link, RmCard card, HostCpu host, RmDriver driver, BringUp bringUp) {
    /** Core time that the core which takes the card's interrupts has used until now. */
    public long interruptBusyPs(long nowPs) {
        return host.core(spec.host().interruptCore()).busyPs(nowPs);
    }
}
