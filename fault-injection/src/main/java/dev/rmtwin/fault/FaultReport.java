package dev.rmtwin.fault;

/**
 * What has become of a fault.
 *
 * @param fault the fault
 * @param armed whether it is still on its seam
 * @param armedAtPs when it was put there
 * @param seen things that have passed it
 * @param fired things that it acted on
 * @param firstFiredPs when it acted first, -1 for never
 * @param lastFiredPs when it acted last, -1 for never
 */
public record FaultReport(
        Fault fault, boolean armed, long armedAtPs, long seen, long fired, long firstFiredPs, long lastFiredPs) {

    @Override
    public String toString() {
        String what = fault.id() + " (" + fault.verb() + " at " + fault.seam() + "): ";
        if (fired > 0) {
            return what + "fired " + (fired == 1 ? "once" : fired + " times") + " on " + seen + " things seen";
        }
        return what + (armed ? "armed, not fired yet, " : "never fired, ") + seen + " things seen";
    }
}
