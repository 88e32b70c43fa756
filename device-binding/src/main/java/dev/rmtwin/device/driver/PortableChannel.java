package dev.rmtwin.device.driver;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.RmCard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;

/**
 * The portable frame, which every card can do: data, then a network interrupt. The interrupt says who wrote; the application's
 * thread then reads the frame from card memory word by word, and has it in the same ring as elsewhere.
 *
 * <p>Frames that arrive faster than they are read are read as they are then: the card has no record of the earlier ones.
 */
public final class PortableChannel implements DriverChannel {
    private static final int NODE_LIMIT = 256;

    private final DriverSeat seat;
    private final int index;
    private final ChannelConfig config;
    private final NetworkInterruptService service;
    private final CounterBlock<DriverCounter> counters = new CounterBlock<>(DriverCounter.class);
    private final EventFd eventFd;
    private final ApplicationRing ring;
    private final ReceivedFrame[] frames;
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final ArrayDeque<Integer> announced = new ArrayDeque<>();
    private ReceivedFrame reading;
    private int readBytes;
    private long count;

    /**
     * @param seat where the driver sits
     * @param index number of the channel, for names
     * @param config what the application wants of it
     * @param service the service routine of the card's network interrupts
     */
    public PortableChannel(DriverSeat seat, int index, ChannelConfig config, NetworkInterruptService service) {
        this.seat = seat;
        this.index = index;
        this.config = config;
        this.service = service;
        eventFd = new EventFd(seat, index, counters);
        ring = new ApplicationRing(seat, index, config.ringCapacity(), counters);
        frames = new ReceivedFrame[config.ringCapacity()];
        for (int id = 0; id < frames.length; id++) {
            MemorySegment buffer = Arena.ofAuto().allocate(roundUp(config.bufferBytes()), Long.BYTES);
            frames[id] = new ReceivedFrame(id, buffer);
            free.add(id);
        }
        service.add(config.networkInterrupt(), this);
    }

    private static int roundUp(int bytes) {
        return (bytes + Long.BYTES - 1) & -Long.BYTES;
    }

    @Override
    public void map(RoutineContext context) {
        // Nothing to map: buffers are this process's own memory, filled by reads.
    }

    @Override
    public void post(RoutineContext context) {
        // Nothing to post: the card knows no descriptors.
    }

    @Override
    public void attach(boolean resetHead, RoutineContext context) {
        service.attach();
    }

    @Override
    public void enable(RoutineContext context) {
        service.enable(config.networkInterrupt(), context);
    }

    @Override
    public long verifyAddress(int n) {
        return n == 0 ? service.verifyAddress() : -1;
    }

    @Override
    public String verify(int n, long lier) {
        return service.enabled(config.networkInterrupt(), lier)
                ? ""
                : "channel " + index + " refused to be enabled: its network interrupt stays off";
    }

    @Override
    public void refuse() {
        service.remove(this);
    }

    @Override
    public void quiesce(RoutineContext context) {
        service.disable(config.networkInterrupt(), context);
    }

    @Override
    public void letGo() {
        service.detachIfUnused();
    }

    /** The service routine has taken an interrupt of this channel's type. */
    void announce(int origin) {
        counters.increment(DriverCounter.SERVICED);
        if (announced.size() < frames.length) {
            announced.add(origin);
        } else {
            counters.increment(DriverCounter.LOST_FULL);
        }
    }

    @Override
    public Want fetch(RoutineContext context) {
        if (reading != null) {
            store(context.value());
        } else if (announced.isEmpty() || free.isEmpty()) {
            return null;
        } else {
            reading = frames[free.poll()];
            readBytes = 0;
        }
        if (readBytes < config.frameBytes()) {
            long address = BarAddress.of(RmCard.MEMORY_BAR, config.windowOffset() + readBytes);
            return context.read(seat.transport(), address, nextBytes());
        }
        reading.set(announced.poll(), config.windowOffset(), config.frameBytes(), 0, count++);
        if (!ring.publish(reading, context.nowPs())) {
            release(reading, context);
        }
        reading = null;
        return fetch(context);
    }

    /** Eight bytes a read while there are so many, then less: what lies behind the frame is none of this channel's business. */
    private int nextBytes() {
        return Math.min(Long.BYTES, Integer.highestOneBit(config.frameBytes() - readBytes));
    }

    private void store(long value) {
        int bytes = nextBytes();
        for (int i = 0; i < bytes; i++) {
            reading.buffer().set(ValueLayout.JAVA_BYTE, readBytes + i, (byte) (value >>> Byte.SIZE * i));
        }
        readBytes += bytes;
    }

    @Override
    public boolean hasFrame() {
        return !ring.isEmpty();
    }

    @Override
    public ReceivedFrame poll(long nowPs) {
        return ring.poll(nowPs);
    }

    @Override
    public void release(ReceivedFrame frame, RoutineContext context) {
        free.add(frame.bufferId());
    }

    @Override
    public EventFd eventFd() {
        return eventFd;
    }

    @Override
    public void bind(Wakeable wakeable) {
        eventFd.bind(wakeable);
    }

    @Override
    public long bufferBytes() {
        return 0;
    }

    @Override
    public int framesWaiting() {
        return ring.size() + announced.size();
    }

    @Override
    public CounterBlock<DriverCounter> counters() {
        return counters;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public void state(StateVisitor visitor) {
        count = visitor.value("count", count);
        counters.state(visitor);
        readBytes = visitor.value("readBytes", readBytes);
        int readingId = visitor.value("reading", reading == null ? -1 : reading.bufferId());
        reading = readingId < 0 ? null : frames[readingId];
        ids(visitor, "free", free, frames.length);
        ids(visitor, "announced", announced, NODE_LIMIT);
        for (ReceivedFrame frame : frames) {
            frame.set(
                    visitor.value("origin", frame.origin()),
                    visitor.value("offset", frame.offset()),
                    visitor.value("length", frame.lengthBytes()),
                    visitor.value("arrival", frame.arrivalPs()),
                    visitor.value("number", frame.number()));
            visitor.segment("buffer", frame.buffer());
        }
        ring.state(visitor, frames);
        eventFd.state(visitor);
    }

    private static void ids(StateVisitor visitor, String tag, ArrayDeque<Integer> queue, int limit) {
        int size = visitor.count(tag + "Count", queue.size(), Long.BYTES);
        ArrayDeque<Integer> present = new ArrayDeque<>(queue);
        queue.clear();
        for (int i = 0; i < size; i++) {
            queue.add(visitor.index(tag, visitor.restoring() ? 0 : present.poll(), limit));
        }
    }
}
