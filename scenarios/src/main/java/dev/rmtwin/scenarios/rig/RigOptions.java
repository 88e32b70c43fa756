package dev.rmtwin.scenarios.rig;

/**
 * How a ring is wired beyond what its scenario says; nothing of it can change the ring's history.
 *
 * @param observers whether the journeys of frames are followed; without, no stage times and no waits are measured. The
 *     recorder is a component either way, so that the others keep their ids.
 */
record RigOptions(boolean observers) {}
