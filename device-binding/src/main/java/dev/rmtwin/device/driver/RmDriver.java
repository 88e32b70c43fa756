package dev.rmtwin.device.driver;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.Nic;
import dev.rmtwin.pcie.card.RmRegister;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The driver of one card, above any transport. Nothing in it blocks: each call does what can be done now, posts what has to
 * be posted, and what needs a value from the card is a {@link Routine}.
 *
 * <p>Thread: one at a time.
 */
public final class RmDriver extends Component {
    private final DriverSeat seat;
    private final CardTraits traits;
    private final List<DriverChannel> channels = new ArrayList<>();
    private final TakeOver takeOver;
    private NetworkInterruptService networkInterrupts;

    /**
     * What the driver knows of its card's kind before it has asked.
     *
     * @param queueBlock whether there is a queue block
     * @param channelCount receive channels of the queue block
     * @param rmVector vector of the RM block's interrupt, or {@code CardTransport.PIN}
     * @param memoryBytes reflective memory that the host reaches through the card's window, from its start on
     */
    public record CardTraits(boolean queueBlock, int channelCount, int rmVector, long memoryBytes) {}

    /**
     * @param seat where the driver sits
     * @param traits what kind of card it drives
     */
    public RmDriver(DriverSeat seat, CardTraits traits) {
        super("node/" + seat.node() + "/driver");
        this.seat = seat;
        this.traits = traits;
        takeOver = new TakeOver(seat, traits);
    }

    /** Declares a channel; it receives nothing before {@link #bringUp}. */
    public DriverChannel addChannel(ChannelConfig config) {
        DriverChannel channel;
        if (config.networkInterrupt() > 0) {
            if (networkInterrupts == null) {
                networkInterrupts = new NetworkInterruptService(seat, traits.rmVector());
            }
            int index = traits.channelCount() + config.networkInterrupt();
            channel = new PortableChannel(seat, index, config, networkInterrupts);
        } else {
            channel = new QueueChannel(seat, freeIndex(), config);
        }
        channels.add(channel);
        return channel;
    }

    private int freeIndex() {
        for (int index = 0; index < traits.channelCount(); index++) {
            int candidate = index;
            if (channels.stream().noneMatch(c -> c instanceof QueueChannel && c.index() == candidate)) {
                return index;
            }
        }
        throw new IllegalStateException(
                "node " + seat.node() + " has " + traits.channelCount() + " receive channels; one more was asked for");
    }

    /** Starts every declared channel in the right order; see {@link BringUp}. */
    public BringUp bringUp() {
        return bringUp(DriverOptions.PROVEN);
    }

    /** Starts every declared channel as some legacy driver would. */
    public BringUp bringUp(DriverOptions options) {
        return new BringUp(seat, traits, takeOver, channels, options);
    }

    /** Starts one channel that was declared later. */
    public BringUp bringUp(DriverChannel channel) {
        return new BringUp(seat, traits, takeOver, List.of(channel), DriverOptions.PROVEN);
    }

    /** Stops a channel, which can then be forgotten. */
    public ShutDown shutDown(DriverChannel channel) {
        return new ShutDown(seat, List.of(channel));
    }

    /** Forgets a channel that does not receive; its number is free again. */
    public void removeChannel(DriverChannel channel) {
        channels.remove(channel);
        if (channel instanceof PortableChannel portable) {
            networkInterrupts.remove(portable);
        }
    }

    /** Writes bytes to card memory, and so to every node: posted. */
    public void write(long offset, MemorySegment source, long sourceOffset, int lengthBytes, RoutineContext context) {
        seat.transport().writeMemory(offset, source, sourceOffset, lengthBytes, context.nowPs());
    }

    /** Sends a network interrupt behind all data written before: posted. {@code target} -1 is every other node. */
    public void sendEvent(int target, int type, int data, RoutineContext context) {
        long atPs = context.nowPs();
        post(RmRegister.NTD, data, atPs);
        if (target >= 0) {
            post(RmRegister.NTN, target, atPs);
        }
        post(RmRegister.NIC, Nic.TYPE.bits(type) | Nic.BROADCAST.bits(target < 0 ? 1 : 0), atPs);
    }

    private void post(RmRegister register, long value, long atPs) {
        long address = BarAddress.of(RmRegister.BAR, register.offset());
        seat.transport().write(address, register.widthBytes(), value, atPs);
    }

    /** The channels declared, in order. */
    public List<DriverChannel> channels() {
        return Collections.unmodifiableList(channels);
    }

    /** Where the driver sits. */
    public DriverSeat seat() {
        return seat;
    }

    /** What kind of card it drives. */
    public CardTraits traits() {
        return traits;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events");
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        takeOver.state(visitor);
        for (DriverChannel channel : channels) {
            channel.state(visitor);
        }
        if (networkInterrupts != null) {
            networkInterrupts.state(visitor);
        }
    }
}
