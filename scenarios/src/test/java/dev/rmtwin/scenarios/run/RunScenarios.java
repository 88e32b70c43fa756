package dev.rmtwin.scenarios.run;

import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.TestScenarios;

/** Scenarios of this package's tests. */
final class RunScenarios {
    private static final String MIXED = """
            scenario: mixed
            description: "every mode, and \\"quotes\\""
            seed: %d
            duration: 60 ms
            card:
              profile: reference-lab
              queue: {coalesceFrames: 4, coalesceTimer: 300 us}
              network: {rxFifo: 256 B, rxAlmostFull: 128 B, commit: 700 ns}
            nodes:
              A: {id: 1}
              B: {id: 2, host: {cores: 12, scheduler: {slice: 1 ms}}}
              C: {id: 3, spanToNext: 3 km}
            flows:
              command: {from: A, offset: 0x1000, size: 100 B, rate: 5 kHz, jitter: 50 us, phase: 0 us, receivers: {B: {mode: interrupt-dma}, C: {mode: busy-poll}}}
              answer: {from: B, offset: 0x2000, size: 200 B, echo: command, receivers: {A: {mode: yield-poll}}}
              bulk: {from: C, offset: 0x3000, size: 2 KiB, rate: 3 kHz, phase: 30 us, receivers: {B: {mode: poll, period: 100 us}}}
              plain: {from: A, offset: 0x4000, size: 60 B, rate: 1 kHz, phase: 40 us, notify: INT1, receivers: {C: {mode: network-interrupt}}}
            expectations:
              - {id: mean, receiver: command@B, measure: oneWay.mean, atMost: 1 s}
              - {id: lost, receiver: command@B, measure: framesLost, expected: 0}
            """;

    private RunScenarios() {}

    /** Every mode, with losses, echoes, coalescing and stalls. */
    static Scenario mixed(long seed) {
        return TestScenarios.load(MIXED.formatted(seed));
    }
}
