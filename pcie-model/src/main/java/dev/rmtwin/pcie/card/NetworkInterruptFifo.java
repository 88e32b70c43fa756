package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/** One ISD/SID pair: senders and their 32 bits of data, oldest first. Reads of an empty FIFO give zero. */
final class NetworkInterruptFifo {
    private final int[] senders;
    private final int[] data;
    private int head;
    private int count;

    NetworkInterruptFifo(int depth) {
        senders = new int[depth];
        data = new int[depth];
    }

    boolean add(int sender, int value) {
        if (count == senders.length) {
            return false;
        }
        int at = (head + count++) % senders.length;
        senders[at] = sender;
        data[at] = value;
        return true;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int sender() {
        return count == 0 ? 0 : senders[head];
    }

    int data() {
        return count == 0 ? 0 : data[head];
    }

    void pop() {
        if (count > 0) {
            head = (head + 1) % senders.length;
            count--;
        }
    }

    void clear() {
        count = 0;
    }

    void state(StateVisitor visitor) {
        visitor.values("senders", senders);
        visitor.values("data", data);
        head = visitor.index("head", head, senders.length);
        count = visitor.index("count", count, senders.length + 1);
    }
}
