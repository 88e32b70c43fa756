package dev.rmtwin.device.driver;

/**
 * What the driver's steps cost a modelled core; all zero where a real core runs them.
 *
 * @param servicePs fixed cost of one service routine
 * @param perCompletionPs cost of each completion drained
 * @param signalPs cost of signalling an event descriptor
 */
public record DriverCosts(long servicePs, long perCompletionPs, long signalPs) {}
