package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.state.StateVisitor;
import java.util.function.IntSupplier;

/**
 * The RM block's registers: identity, status, and network interrupts out (NTD, NTN, NIC) and in (three FIFOs). The interrupt
 * goes out when an enabled status bit becomes set while the global enable is on.
 *
 * <p>Source: 5565 hardware manual by way of the fact sheet. Fidelity: functional for the registers listed in
 * {@link RmRegister}. Thread: the engine's.
 */
final class RmBlock {
    private static final int BOARD_REVISION = 0x8C;
    private static final int BOARD_ID = 0x65;
    private static final int TYPE_MASK = 0x7;

    /** Where the block's one interrupt goes. */
    interface InterruptOutput {
        void onInterrupt(long nowPs);
    }

    private final int node;
    private final MemoryWindow window;
    private final IntSupplier linkStatus;
    private final CounterBlock<CardCounter> counters;
    private final InterruptOutput output;
    private final HostWrite interruptWrite = new HostWrite();
    private final NetworkInterruptFifo[] fifos;
    private int lier;
    private boolean globalEnable;
    private boolean asserted;
    private int ntd;
    private int ntn;
    private int nic;

    RmBlock(RmBlockPlan plan, MemoryWindow window, CounterBlock<CardCounter> counters, InterruptOutput output) {
        this.node = plan.node();
        this.linkStatus = plan.linkStatus();
        this.window = window;
        this.counters = counters;
        this.output = output;
        fifos = new NetworkInterruptFifo[RmRegister.INTERRUPT_TYPES];
        for (int i = 0; i < fifos.length; i++) {
            fifos[i] = new NetworkInterruptFifo(plan.interruptFifoDepth());
        }
    }

    /**
     * @param node node id
     * @param interruptFifoDepth entries of each network-interrupt FIFO
     * @param linkStatus LCSR1 as the network side has it
     */
    record RmBlockPlan(int node, int interruptFifoDepth, IntSupplier linkStatus) {}

    /** A network interrupt has arrived from the ring. */
    void onNetworkInterrupt(int origin, int type, int data, long nowPs) {
        if (type < 1 || type > fifos.length) {
            counters.increment(CardCounter.BAD_ACCESSES);
            return;
        }
        if (!fifos[type - 1].add(origin, data)) {
            counters.increment(CardCounter.NETWORK_INTERRUPTS_LOST);
            return;
        }
        counters.increment(CardCounter.NETWORK_INTERRUPTS);
        update(nowPs);
    }

    private void update(long nowPs) {
        boolean now = globalEnable && (pendingBits() & lier) != 0;
        if (now && !asserted) {
            output.onInterrupt(nowPs);
        }
        asserted = now;
    }

    private int pendingBits() {
        int bits = 0;
        for (int i = 0; i < fifos.length; i++) {
            if (!fifos[i].isEmpty()) {
                bits |= 1 << (RmRegister.INTERRUPT_1_BIT + i);
            }
        }
        return bits;
    }

    /** A register's value without side effects. */
    long peek(RmRegister register) {
        return switch (register) {
            case BRV -> BOARD_REVISION;
            case BID -> BOARD_ID;
            case NID -> node;
            case LCSR1 -> Integer.toUnsignedLong(linkStatus.getAsInt());
            case LISR -> pendingBits() | (globalEnable ? RmRegister.GLOBAL_ENABLE : 0);
            case LIER -> lier;
            case NTD -> Integer.toUnsignedLong(ntd);
            case NTN -> ntn;
            case NIC -> nic;
            case ISD1, ISD2, ISD3 ->
                Integer.toUnsignedLong(fifo(register, RmRegister.ISD1).data());
            case SID1, SID2, SID3 -> fifo(register, RmRegister.SID1).sender();
        };
    }

    /** A register's value, with what reading it does. */
    long read(RmRegister register, long nowPs) {
        long value = peek(register);
        if (register.access() == Access.POP) {
            fifo(register, RmRegister.SID1).pop();
            update(nowPs);
        }
        return value;
    }

    /** Writes a register; false when the network side has no room for what it sends. */
    boolean write(RmRegister register, long value, long nowPs) {
        switch (register) {
            case LISR -> globalEnable = (value & RmRegister.GLOBAL_ENABLE) != 0;
            case LIER -> lier = (int) value & 0xFFFF;
            case NTD -> ntd = (int) value;
            case NTN -> ntn = (int) value & 0xFF;
            case NIC -> {
                return send((int) value & 0xFF, nowPs);
            }
            case SID1, SID2, SID3 -> fifo(register, RmRegister.SID1).clear();
            default -> {
                return true;
            }
        }
        update(nowPs);
        return true;
    }

    private boolean send(int command, long nowPs) {
        int target = (command & RmRegister.NIC_BROADCAST) != 0 ? -1 : ntn;
        if (!window.accept(interruptWrite.setInterrupt(target, command & TYPE_MASK, ntd), nowPs)) {
            return false;
        }
        nic = command;
        return true;
    }

    private NetworkInterruptFifo fifo(RmRegister register, RmRegister first) {
        return fifos[(register.ordinal() - first.ordinal()) / 2];
    }

    void state(StateVisitor visitor) {
        lier = visitor.value("lier", lier);
        globalEnable = visitor.value("globalEnable", globalEnable);
        asserted = visitor.value("asserted", asserted);
        ntd = visitor.value("ntd", ntd);
        ntn = visitor.value("ntn", ntn);
        nic = visitor.value("nic", nic);
        for (NetworkInterruptFifo fifo : fifos) {
            fifo.state(visitor);
        }
    }
}
