package dev.rmtwin.scenarios.run;

/** Told now and then how far a run has come. Must return quickly; it cannot change the run. */
@FunctionalInterface
public interface Progress {
    /** Says nothing. */
    Progress SILENT = (nowPs, endPs, events) -> {};

    /**
     * @param nowPs virtual time reached
     * @param endPs virtual time at which the run ends
     * @param events events executed until now
     */
    void at(long nowPs, long endPs, long events);
}
