package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;

/**
 * A converter that delivers a sample at each edge of its clock, for ever. Its line is never idle.
 *
 * <p>Fidelity: exact in time.
 */
public final class SamplerSource extends PacedSource {
    /**
     * A converter that runs once it is started.
     *
     * @param samplesPerSecond rate
     * @param sampleBits bits of a sample, 1 to 32
     */
    public SamplerSource(String name, long samplesPerSecond, int sampleBits, SeedTree seeds, SeamRegistry seams) {
        super(
                name,
                new Pace(ClockDomain.ofRate(samplesPerSecond, Ps.SECOND), sampleBits, BurstSchedule.continuous()),
                seeds,
                seams);
    }
}
