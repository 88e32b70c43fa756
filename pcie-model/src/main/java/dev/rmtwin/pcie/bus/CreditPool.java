package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;

/**
 * The transmitter's view of one class of credits: what it may still send, and what is on its way back. Credits that come back
 * are not events: they are noted with their time and counted when somebody asks.
 */
final class CreditPool {
    static final long NEVER = Long.MAX_VALUE;

    private final int initialHeaders;
    private final int initialData;
    private final long[] dueTimes;
    private final int[] dueData;
    private int headers;
    private int data;
    private int dueHead;
    private int dueCount;

    /** @param initialHeaders 0: without limit; likewise {@code initialData}, in units of 16 bytes */
    CreditPool(int initialHeaders, int initialData) {
        this.initialHeaders = initialHeaders;
        this.initialData = initialData;
        int outstanding = initialHeaders > 0 ? initialHeaders : initialData;
        dueTimes = new long[outstanding];
        dueData = new int[outstanding];
        reset();
    }

    /** Takes the credits of one packet; false, and nothing taken, when they are not there. */
    boolean take(int dataUnits, long nowPs) {
        if (dueTimes.length == 0) {
            return true;
        }
        collect(nowPs);
        boolean enough = (initialHeaders == 0 || headers > 0) && (initialData == 0 || data >= dataUnits);
        if (enough) {
            headers -= initialHeaders == 0 ? 0 : 1;
            data -= initialData == 0 ? 0 : dataUnits;
        }
        return enough;
    }

    /** The receiver has consumed a packet; its credits are back at {@code atPs}, which never falls. */
    void giveBack(int dataUnits, long atPs) {
        if (dueTimes.length == 0 || initialHeaders == 0 && dataUnits == 0) {
            return;
        }
        if (dueCount == dueTimes.length) {
            throw new IllegalStateException("more credits come back than were granted");
        }
        int at = (dueHead + dueCount) % dueTimes.length;
        dueTimes[at] = atPs;
        dueData[at] = dataUnits;
        dueCount++;
    }

    /** When the next credits come back; {@link #NEVER} when none are on their way. */
    long nextDuePs() {
        return dueCount == 0 ? NEVER : dueTimes[dueHead];
    }

    private void collect(long nowPs) {
        while (dueCount > 0 && dueTimes[dueHead] <= nowPs) {
            headers += initialHeaders == 0 ? 0 : 1;
            data += initialData == 0 ? 0 : dueData[dueHead];
            dueHead = dueHead + 1 == dueTimes.length ? 0 : dueHead + 1;
            dueCount--;
        }
    }

    /** Header credits that are neither here nor on their way back: packets sent and not yet consumed. */
    int headersOut() {
        return initialHeaders == 0 ? 0 : initialHeaders - headers - dueCount;
    }

    /** Data credits that are neither here nor on their way back. */
    int dataOut() {
        int coming = 0;
        for (int i = 0; i < dueCount; i++) {
            coming += dueData[(dueHead + i) % dueData.length];
        }
        return initialData == 0 ? 0 : initialData - data - coming;
    }

    /** A new link: all credits as at first. */
    void reset() {
        headers = initialHeaders;
        data = initialData;
        dueHead = 0;
        dueCount = 0;
    }

    void state(StateVisitor visitor) {
        headers = visitor.value("headers", headers);
        data = visitor.value("data", data);
        int count = visitor.index("due", dueCount, dueTimes.length + 1);
        if (visitor.restoring()) {
            dueHead = 0;
        }
        dueCount = count;
        for (int i = 0; i < count; i++) {
            int at = (dueHead + i) % dueTimes.length;
            dueTimes[at] = visitor.value("dueTime", dueTimes[at]);
            dueData[at] = visitor.value("dueData", dueData[at]);
        }
    }
}
