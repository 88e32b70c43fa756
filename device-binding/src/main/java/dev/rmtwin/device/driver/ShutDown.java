package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.RmRegister;
import java.util.List;

/**
 * Stops channels, the last one first: mask and reset, then a read, then detach and give the memory back. The writes are posted,
 * so only the answer to the read says that the card has them, and, since answers travel behind data, that all it had posted for
 * the channels has landed. Memory given back earlier would be written by a card that has not heard of it.
 */
public final class ShutDown implements Routine {
    private static final int QUIESCE = 0;
    private static final int LET_GO = 1;

    private final DriverSeat seat;
    private final List<DriverChannel> channels;
    private int step = QUIESCE;

    ShutDown(DriverSeat seat, List<DriverChannel> channels) {
        this.seat = seat;
        this.channels = channels;
    }

    @Override
    public Want resume(RoutineContext context) {
        if (step == QUIESCE) {
            channels.reversed().forEach(channel -> channel.quiesce(context));
            step = LET_GO;
            long address = BarAddress.of(RmRegister.BAR, RmRegister.BID.offset());
            return context.read(seat.transport(), address, RmRegister.BID.widthBytes());
        }
        channels.reversed().forEach(DriverChannel::letGo);
        step = QUIESCE;
        return context.done();
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("shutDownStep", step);
    }
}
