package dev.rmtwin.pcie.bus;

/**
 * What of a bus is in use at a moment.
 *
 * @param transactions of any kind, on their way
 * @param waitingToCard transactions of the host that wait for credit
 * @param waitingToHost transactions of the card that wait for credit
 * @param openTags tags of the card's reads in use
 * @param postedHeaders posted packets that hold a header credit: sent and not consumed, both directions
 * @param postedData units of data credit that they hold
 * @param readHeaders the same for read requests
 */
public record BusUse(
        int transactions,
        int waitingToCard,
        int waitingToHost,
        int openTags,
        int postedHeaders,
        int postedData,
        int readHeaders) {
    static BusUse of(TlpPool pool, Direction toCard, Direction toHost, HostReads reads) {
        CreditPool postedToCard = toCard.credits(FlowClass.POSTED);
        CreditPool postedToHost = toHost.credits(FlowClass.POSTED);
        return new BusUse(
                pool.inFlight(),
                toCard.waiting(),
                toHost.waiting(),
                reads.openTags(),
                postedToCard.headersOut() + postedToHost.headersOut(),
                postedToCard.dataOut() + postedToHost.dataOut(),
                toCard.credits(FlowClass.NON_POSTED).headersOut()
                        + toHost.credits(FlowClass.NON_POSTED).headersOut());
    }

    /** Whether nothing is under way and every tag and credit is back. */
    public boolean idle() {
        return transactions == 0
                && waitingToCard == 0
                && waitingToHost == 0
                && openTags == 0
                && postedHeaders == 0
                && postedData == 0
                && readHeaders == 0;
    }
}
