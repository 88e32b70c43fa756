package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.state.StateVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bus by which cores reach the devices on their chip. A write is posted and arrives after its time; a read is sampled at the
 * device after its time and answered at once. What reaches no register is counted, and reads as all ones.
 *
 * <p>Fidelity: cycle-approximate. Not modelled: contention with the DMA channels. Thread: the engine's.
 */
public final class PeripheralBus extends Component implements ReadPort {
    private static final int WRITE = 0;
    private static final int READ = 1;
    private static final int FIRST_SIZE = 8;

    private final long writePs;
    private final long readPs;
    private final List<Device> devices = new ArrayList<>();
    private final CounterBlock<StreamCounter> counters = new CounterBlock<>(StreamCounter.class);
    private final SlotQueue free = new SlotQueue();
    private long[] addresses = new long[FIRST_SIZE];
    private long[] values = new long[FIRST_SIZE];
    private int[] widths = new int[FIRST_SIZE];

    private record Device(long base, int sizeBytes, PeripheralWindow window) {}

    /**
     * @param writePs from the core's store to its effect in the device
     * @param readPs from the core's load to its value
     */
    public PeripheralBus(String name, long writePs, long readPs) {
        super(name);
        this.writePs = writePs;
        this.readPs = readPs;
        for (int slot = 0; slot < FIRST_SIZE; slot++) {
            free.add(slot);
        }
    }

    /** Puts a device at an address; before the first event. */
    public void attach(long base, int sizeBytes, PeripheralWindow window) {
        for (Device present : devices) {
            if (base < present.base + present.sizeBytes && present.base < base + sizeBytes) {
                throw new IllegalArgumentException("two devices at " + Long.toHexString(base));
            }
        }
        devices.add(new Device(base, sizeBytes, window));
    }

    /** A core's store. */
    public void write(long address, int widthBytes, long value, long atPs) {
        int slot = slot();
        addresses[slot] = address;
        values[slot] = value;
        widths[slot] = widthBytes;
        post(Rank.BUS, atPs + writePs, WRITE, slot);
    }

    @Override
    public void request(long address, int widthBytes, int requesterId, long nowPs) {
        int slot = slot();
        addresses[slot] = address;
        values[slot] = requesterId;
        widths[slot] = widthBytes;
        post(Rank.BUS, nowPs + readPs, READ, slot);
    }

    private int slot() {
        if (free.isEmpty()) {
            int size = widths.length;
            addresses = Arrays.copyOf(addresses, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
            widths = Arrays.copyOf(widths, 2 * size);
            for (int slot = size; slot < 2 * size; slot++) {
                free.add(slot);
            }
        }
        int slot = free.peek();
        free.remove();
        return slot;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        int slot = (int) arg;
        free.add(slot);
        Device device = at(addresses[slot], widths[slot]);
        if (kind == WRITE) {
            if (device == null
                    || !device.window.write(addresses[slot] - device.base, widths[slot], values[slot], nowPs)) {
                counters.increment(StreamCounter.BAD_ACCESS);
            }
            return;
        }
        int requester = (int) values[slot];
        long value = device == null ? missing() : read(device, addresses[slot] - device.base, widths[slot], nowPs);
        ((ReadReply) engine().component(requester)).onReadReply(value, nowPs);
    }

    private long read(Device device, long offset, int widthBytes, long nowPs) {
        return device.window.has(offset, widthBytes) ? device.window.read(offset, widthBytes, nowPs) : missing();
    }

    private long missing() {
        counters.increment(StreamCounter.BAD_ACCESS);
        return -1;
    }

    private Device at(long address, int widthBytes) {
        for (Device device : devices) {
            if (address >= device.base && address <= device.base + device.sizeBytes - widthBytes) {
                return device;
            }
        }
        return null;
    }

    /** Counters of the bus. */
    public CounterBlock<StreamCounter> counters() {
        return counters;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        counters.state(visitor);
        int size = visitor.count("slots", widths.length, 2 * Long.BYTES + Integer.BYTES);
        if (visitor.restoring()) {
            addresses = new long[size];
            values = new long[size];
            widths = new int[size];
        }
        visitor.values("addresses", addresses);
        visitor.values("values", values);
        visitor.values("widths", widths);
        free.state(visitor);
    }
}
