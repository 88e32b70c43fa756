package dev.rmtwin.device.shell;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.Capability;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.Device;
import dev.rmtwin.device.DeviceException;
import dev.rmtwin.device.DeviceInfo;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.device.driver.BringUp;
import dev.rmtwin.device.driver.DriverChannel;
import dev.rmtwin.device.driver.RmDriver;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.card.RmRegister;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The blocking {@link Device}: each call runs the driver's steps on the caller's thread. */
public final class DriverDevice implements Device {
    private static final long NS_TO_PS = 1000;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final RmDriver driver;
    private final EmbeddedCaller caller;
    private final Supplier<Map<String, Long>> counters;
    private final long callPs;
    private final List<OpenChannel> open = new ArrayList<>();
    private final DeviceInfo info;
    private boolean closed;

    /**
     * @param driver the card's driver
     * @param caller the thread that calls
     * @param counters peeks the card's counters
     * @param callPs what one call costs in virtual time
     */
    public DriverDevice(RmDriver driver, EmbeddedCaller caller, Supplier<Map<String, Long>> counters, long callPs) {
        this.driver = driver;
        this.caller = caller;
        this.counters = counters;
        this.callPs = callPs;
        info = new DeviceInfo(
                (int) readRegister(RmRegister.NID),
                (int) readRegister(RmRegister.BID),
                (int) readRegister(RmRegister.BRV),
                driver.traits().memoryBytes(),
                driver.traits().channelCount(),
                true,
                "emulator");
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public Set<Capability> capabilities() {
        return driver.traits().queueBlock() ? EnumSet.allOf(Capability.class) : EnumSet.noneOf(Capability.class);
    }

    @Override
    public void write(long offset, MemorySegment source) {
        checkRange(offset, source.byteSize());
        caller.charge(callPs);
        driver.write(offset, source, 0, Math.toIntExact(source.byteSize()), caller);
        caller.settle();
    }

    @Override
    public void read(long offset, MemorySegment target) {
        checkRange(offset, target.byteSize());
        caller.run(new MemoryRead(offset, target));
    }

    private void checkRange(long offset, long lengthBytes) {
        checkOpen();
        if (offset < 0 || lengthBytes > info.memoryBytes() || offset > info.memoryBytes() - lengthBytes) {
            throw new DeviceException("bytes " + offset + " to " + (offset + lengthBytes) + " lie outside the card's "
                    + info.memoryBytes() + " bytes");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new DeviceException("the device is closed");
        }
    }

    private long readRegister(RmRegister register) {
        RegisterRead read = new RegisterRead(register);
        caller.run(read);
        return read.value;
    }

    @Override
    public Channel openChannel(ChannelConfig config) {
        checkOpen();
        if (config.networkInterrupt() == 0 && !driver.traits().queueBlock()) {
            throw new DeviceException("this card has no queue block: open a channel with a network interrupt (1 to 3)");
        }
        DriverChannel channel;
        try {
            channel = driver.addChannel(config);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new DeviceException(e.getMessage(), e);
        }
        channel.bind(caller);
        BringUp bringUp = driver.bringUp(channel);
        caller.run(bringUp);
        if (bringUp.step() != BringUp.Step.DONE) {
            driver.removeChannel(channel);
            throw new DeviceException(bringUp.failure());
        }
        OpenChannel opened = new OpenChannel(channel);
        open.add(opened);
        return opened;
    }

    @Override
    public void sendEvent(int target, int type, int data) {
        checkOpen();
        if (type < 1 || type > RmRegister.INTERRUPT_TYPES || target < -1 || target > 255) {
            throw new DeviceException("network interrupt " + type + " to node " + target
                    + "; types 1 to 3 and nodes 0 to 255, or -1 for all, are right");
        }
        if (target == info.nodeId()) {
            throw new DeviceException("node " + target + " is this card itself: a card cannot interrupt itself");
        }
        caller.charge(callPs);
        driver.sendEvent(target, type, data, caller);
        caller.settle();
    }

    @Override
    public Map<String, Long> counters() {
        return counters.get();
    }

    @Override
    public void close() {
        if (!closed) {
            List.copyOf(open).forEach(OpenChannel::close);
            closed = true;
        }
    }

    private final class OpenChannel implements Channel {
        private final DriverChannel channel;
        private boolean channelClosed;

        private OpenChannel(DriverChannel channel) {
            this.channel = channel;
        }

        @Override
        public Cause waitForEvent(long timeoutNs) {
            checkChannel();
            long deadlinePs = timeoutNs >= Long.MAX_VALUE / NS_TO_PS - caller.nowPs() / NS_TO_PS
                    ? Long.MAX_VALUE
                    : caller.nowPs() + timeoutNs * NS_TO_PS;
            do {
                channel.eventFd().consume();
                fetch();
            } while (!channel.hasFrame() && caller.await(channel.eventFd()::consume, deadlinePs));
            return channel.hasFrame() ? Cause.FRAMES : Cause.TIMEOUT;
        }

        private void fetch() {
            caller.run(new Routine() {
                @Override
                public Want resume(RoutineContext context) {
                    Want first = channel.fetch(context);
                    return first == null ? context.done() : first;
                }

                @Override
                public void state(StateVisitor visitor) {
                    caller.state(visitor);
                }
            });
        }

        @Override
        public ReceivedFrame poll() {
            checkChannel();
            fetch();
            return channel.hasFrame() ? channel.poll(caller.nowPs()) : null;
        }

        @Override
        public void release(ReceivedFrame frame) {
            checkChannel();
            channel.release(frame, caller);
        }

        private void checkChannel() {
            checkOpen();
            if (channelClosed) {
                throw new DeviceException("the channel is closed");
            }
        }

        @Override
        public void close() {
            if (!channelClosed) {
                channelClosed = true;
                caller.run(driver.shutDown(channel));
                driver.removeChannel(channel);
                open.remove(this);
            }
        }
    }

    /** Reads one register. */
    private final class RegisterRead implements Routine {
        private final RmRegister register;
        private boolean asked;
        private long value;

        private RegisterRead(RmRegister register) {
            this.register = register;
        }

        @Override
        public Want resume(RoutineContext context) {
            if (asked) {
                value = context.value();
                return context.done();
            }
            asked = true;
            long address = BarAddress.of(RmRegister.BAR, register.offset());
            return context.read(driver.seat().transport(), address, register.widthBytes());
        }

        @Override
        public void state(StateVisitor visitor) {
            caller.state(visitor);
        }
    }

    /** Reads a range of card memory, eight bytes at a time and the rest byte by byte. */
    private final class MemoryRead implements Routine {
        private final long offset;
        private final MemorySegment target;
        private long done;
        private int asked;

        private MemoryRead(long offset, MemorySegment target) {
            this.offset = offset;
            this.target = target;
        }

        @Override
        public Want resume(RoutineContext context) {
            if (asked == Long.BYTES) {
                target.set(WORD, done, context.value());
            } else if (asked == 1) {
                target.set(ValueLayout.JAVA_BYTE, done, (byte) context.value());
            }
            done += asked;
            if (done == target.byteSize()) {
                return context.done();
            }
            asked = target.byteSize() - done >= Long.BYTES ? Long.BYTES : 1;
            return context.read(driver.seat().transport(), BarAddress.of(RmCard.MEMORY_BAR, offset + done), asked);
        }

        @Override
        public void state(StateVisitor visitor) {
            caller.state(visitor);
        }
    }
}
