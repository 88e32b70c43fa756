package dev.rmtwin.core.port;

/** Hears that latched status bits of a node's network side have become set. */
public interface LinkStatusListener {
    /**
     * Latched bits have changed from clear to set.
     *
     * @param bits the bits that have, at their places in register LCSR1
     */
    void onLinkStatus(int bits, long nowPs);
}
