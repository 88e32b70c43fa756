package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.DmaFields;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmRegister;

/**
 * Silences a card that somebody may have left running, once, before this driver maps anything: a process that died could not
 * stop its channels, and they still move frames to where its memory was. Whatever is mapped there next would be written over.
 */
final class TakeOver {
    private final DriverSeat seat;
    private final RmDriver.CardTraits traits;
    private boolean done;

    TakeOver(DriverSeat seat, RmDriver.CardTraits traits) {
        this.seat = seat;
        this.traits = traits;
    }

    boolean done() {
        return done;
    }

    /** Masks and resets everything: posted. The answer to a read after it says that the card is quiet. */
    void quiesce(RoutineContext context) {
        for (int channel = 0; traits.queueBlock() && channel < traits.channelCount(); channel++) {
            write(QueueRegister.VECTOR_CONTROL, channel, 1, context);
            write(QueueRegister.CONTROL, channel, QueueRegister.CONTROL_RESET, context);
        }
        long lier = BarAddress.of(RmRegister.BAR, RmRegister.LIER.offset());
        seat.transport().write(lier, RmRegister.LIER.widthBytes(), 0, context.nowPs());
        for (int channel = 0; channel < LocalRegister.DMA_CHANNELS; channel++) {
            write(LocalRegister.dmaStatus(channel), DmaFields.STATUS_ABORT.mask(), context);
            write(LocalRegister.dmaStatus(channel), DmaFields.STATUS_CLEAR.mask(), context);
        }
        // Settings of another's view of memory: byte order, and the window away from its start.
        write(LocalRegister.BIGEND, LocalRegister.BIGEND.register().resetValue(), context);
        write(LocalRegister.LAS1BA, LocalRegister.LAS1BA.register().resetValue(), context);
        done = true;
    }

    private void write(LocalRegister register, long value, RoutineContext context) {
        long address = BarAddress.of(LocalRegister.BAR, register.offset());
        seat.transport().write(address, register.widthBytes(), value, context.nowPs());
    }

    private void write(QueueRegister register, int channel, long value, RoutineContext context) {
        long address = BarAddress.of(QueueRegister.BAR, register.offset(channel));
        seat.transport().write(address, register.widthBytes(), value, context.nowPs());
    }

    void state(StateVisitor visitor) {
        done = visitor.value("takenOver", done);
    }
}
