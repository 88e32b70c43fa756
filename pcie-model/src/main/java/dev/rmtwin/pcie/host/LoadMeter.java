package dev.rmtwin.pcie.host;

import dev.rmtwin.core.state.StateVisitor;

/** How much of a core has been used: a sum over intervals in which it was idle, busy, or busy for a share of the time. */
final class LoadMeter {
    private long busyPs;
    private long sincePs;
    private long sharePart;
    private long shareWhole = 1;

    void setIdle(long nowPs) {
        setShare(0, 1, nowPs);
    }

    void setFull(long nowPs) {
        setShare(1, 1, nowPs);
    }

    void setShare(long part, long whole, long nowPs) {
        account(nowPs);
        // A loop whose turns cost nothing uses nothing.
        sharePart = whole == 0 ? 0 : part;
        shareWhole = whole == 0 ? 1 : whole;
    }

    void account(long nowPs) {
        if (nowPs > sincePs) {
            busyPs += used(nowPs - sincePs);
            sincePs = nowPs;
        }
    }

    /** The core is taken for a while ahead, whatever the share. */
    void addStall(long stallPs) {
        busyPs += stallPs;
        sincePs += stallPs;
    }

    long busyPs(long nowPs) {
        // During a stall the whole of it is in the sum already, and the interval since then is negative.
        return busyPs + (nowPs >= sincePs ? used(nowPs - sincePs) : nowPs - sincePs);
    }

    private long used(long elapsedPs) {
        return sharePart == shareWhole ? elapsedPs : (long) (elapsedPs * ((double) sharePart / shareWhole));
    }

    void state(StateVisitor visitor) {
        busyPs = visitor.value("busy", busyPs);
        sincePs = visitor.value("busySince", sincePs);
        sharePart = visitor.value("sharePart", sharePart);
        shareWhole = visitor.value("shareWhole", shareWhole);
    }
}
