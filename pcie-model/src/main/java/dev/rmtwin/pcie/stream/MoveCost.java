package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.Tail;

/**
 * What a unit's move takes.
 *
 * @param movePs request, arbitration and both accesses
 * @param contention bounded extra: others on the bus
 */
public record MoveCost(long movePs, Tail contention) {}
