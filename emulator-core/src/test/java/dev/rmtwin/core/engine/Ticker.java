package dev.rmtwin.core.engine;

import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.memory.SparseMemory;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A component for tests: writes down what it takes, and can be asked to post. With a period it ticks for ever. */
final class Ticker extends Component {
    static final int TICK = 1;

    final List<String> taken;
    private final long periodPs;
    private final SparseMemory memory = new SparseMemory(1 << 18);
    private final int[] last = new int[2];
    private byte[] notes = new byte[0];
    private long ticks;

    Ticker(String name, long periodPs, List<String> taken) {
        super(name);
        this.periodPs = periodPs;
        this.taken = taken;
    }

    Ticker(String name) {
        this(name, 0, new ArrayList<>());
    }

    void postAt(Rank rank, long timePs, int kind, long arg) {
        post(rank, timePs, kind, arg);
    }

    void postToAt(Component target, Rank rank, long timePs, long arg) {
        postTo(target, rank, timePs, 0, arg);
    }

    void postPacketAt(long timePs, long packetSequence) {
        postPacket(this, timePs, 0, packetSequence, packetSequence);
    }

    long ticks() {
        return ticks;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        taken.add(name() + ":" + arg);
        if (kind == TICK) {
            ticks++;
            last[(int) (ticks % 2)] = (int) nowPs;
            notes = new byte[] {(byte) ticks, (byte) arg};
            memory.write(ticks * 4099 % (1 << 18), MemorySegment.ofArray(notes), 0, 1);
            outcome(kind, nowPs, ticks);
            post(Rank.HOST, nowPs + periodPs, TICK, arg + 1);
        }
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        ticks = visitor.value("ticks", ticks);
        visitor.values("last", last);
        notes = visitor.bytes("notes", notes, 16);
        memory.state(visitor);
    }
}
