package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.memory.SparseMemory;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.CommitListener;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A network line that receives frames back to back, and the packet buffer that it puts them into, slot after slot. A frame is in the
 * buffer, and its listener hears of it, when its last bit has come; each slot is used again after a round, served or not.
 *
 * <p>The buffer is the memory of whatever card reads it. A frame's first 8 bytes are its unit's value, the rest repeats its number.
 * Fidelity: exact in time. Not modelled: checksums, addresses, pause frames. Thread: the engine's.
 */
public final class NicSource extends Component implements StreamSource, CardMemoryPort, UnitGate.Exit {
    /** Whom frames come from, as a card counts nodes. */
    public static final int ORIGIN = 255;

    private static final int EMIT = 0;
    private static final int RELEASE = 1;
    private static final int OUTCOME_SWALLOWED = 1;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Line line;
    private final ClockDomain frameClock;
    private final long frames;
    private final Draw contents;
    private final UnitGate gate;
    private final SparseMemory buffer;
    private final MemorySegment frame;
    private final StreamUnit unit = new StreamUnit();
    private CommitListener listener;
    private long startPs;
    private long emitted;
    private long swallowed;

    /**
     * A line and its packet buffer.
     *
     * @param bitsPerSecond rate of the line
     * @param frameBytes bytes of a frame that are stored, a multiple of 8
     * @param overheadBytes preamble and gap between frames: on the line only
     * @param slots frames that the buffer holds
     * @param slotBytes bytes from one slot to the next
     */
    public record Line(long bitsPerSecond, int frameBytes, int overheadBytes, int slots, int slotBytes) {
        public Line {
            if (frameBytes < Long.BYTES || frameBytes % Long.BYTES != 0 || frameBytes > slotBytes || slots < 1) {
                throw new IllegalArgumentException(
                        frameBytes + " bytes a frame in " + slots + " slots of " + slotBytes + " bytes");
            }
        }

        ClockDomain frameClock() {
            return new ClockDomain(((long) frameBytes + overheadBytes) * Byte.SIZE * Ps.SECOND, bitsPerSecond);
        }
    }

    /** @param frames how many come once it is started */
    public NicSource(String name, Line line, long frames, SeedTree seeds, SeamRegistry seams) {
        super(name);
        this.line = line;
        this.frames = frames;
        frameClock = line.frameClock();
        contents = seeds.seam(name + "/contents");
        gate = new UnitGate(name + "/unit", seams, this);
        buffer = new SparseMemory((long) line.slots * line.slotBytes);
        frame = Arena.ofAuto().allocate(line.frameBytes, Long.BYTES);
    }

    /** Who hears of frames; to be called once, before the first. */
    public void connect(CommitListener card) {
        listener = card;
    }

    /** The first frame's first bit comes at a time. */
    public void start(long atPs) {
        startPs = atPs;
        postFrame();
    }

    private void postFrame() {
        if (emitted < frames) {
            post(Rank.MEMORY, startPs + frameClock.edgePs(emitted + 1), EMIT, 0);
        }
    }

    /** The first 8 bytes of the frame with a number, before any fault. */
    public long valueOf(long number) {
        return contents.bits(0, number);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case EMIT -> {
                unit.set(emitted, valueOf(emitted));
                emitted++;
                gate.pass(unit, nowPs);
                postFrame();
            }
            case RELEASE -> gate.release(nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    @Override
    public void onPassed(StreamUnit passed, long nowPs) {
        long at = passed.number % line.slots * line.slotBytes;
        frame.set(LONG, 0, passed.value);
        for (long offset = Long.BYTES; offset < line.frameBytes; offset += Long.BYTES) {
            frame.set(LONG, offset, passed.number);
        }
        buffer.write(at, frame, 0, line.frameBytes);
        listener.onCommit(ORIGIN, at, line.frameBytes, passed.number, nowPs);
    }

    @Override
    public void onSwallowed(StreamUnit lost, long nowPs) {
        swallowed++;
        outcome(OUTCOME_SWALLOWED, nowPs, lost.number);
    }

    @Override
    public void onQuietPassed(long nowPs) {
        // A frame says its end by itself.
    }

    @Override
    public long spacingPs() {
        return unitPs();
    }

    @Override
    public void releaseAt(long atPs) {
        post(Rank.MEMORY, atPs, RELEASE, 0);
    }

    @Override
    public void read(long offset, MemorySegment target, long targetOffset, int lengthBytes) {
        buffer.read(offset, target, targetOffset, lengthBytes);
    }

    @Override
    public void writeOwn(HostWrite write, long packetSequence, long nowPs) {
        throw new IllegalStateException(this + ": the host does not write the packet buffer");
    }

    @Override
    public long sizeBytes() {
        return buffer.sizeBytes();
    }

    @Override
    public long emitted() {
        return emitted;
    }

    @Override
    public long swallowed() {
        return swallowed;
    }

    @Override
    public long unitPs() {
        return PacedSource.ceiling(frameClock);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        gate.state(visitor);
        buffer.state(visitor);
        startPs = visitor.value("start", startPs);
        emitted = visitor.value("emitted", emitted);
        swallowed = visitor.value("swallowed", swallowed);
    }
}
