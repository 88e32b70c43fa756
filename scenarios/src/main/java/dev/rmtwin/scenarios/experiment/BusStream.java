package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.CardSide;
import dev.rmtwin.pcie.bus.CompletionStatus;
import dev.rmtwin.pcie.bus.HostSide;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.PcieProfile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A card that moves bytes over its bus as fast as the bus goes, into or out of host memory that it uses round and round. Every
 * packet is stamped with its number and checked where it lands.
 *
 * <p>Thread: one at a time.
 */
public final class BusStream {
    /** Below 4 GB packets have the shorter header; host memory of the twin lies above. */
    private static final long HOST_ADDRESS = 0x1_0000_0000L;

    private static final int HOST_BYTES = 1 << 20;
    private static final int NODE = 0;
    /** Packets that the card gives to the bus at a time: enough to keep the line busy, few enough to stay small. */
    private static final int BURST = 16;

    private BusStream() {}

    /**
     * What a stream did.
     *
     * @param bytes payload moved
     * @param elapsedPs from the first request to the last byte
     * @param misplaced packets whose bytes were not those that were sent there
     */
    public record Result(long bytes, long elapsedPs, long misplaced) {
        /** Payload over time. */
        public double bytesPerSecond() {
            return bytes * (double) Ps.SECOND / elapsedPs;
        }
    }

    /**
     * Writes to host memory.
     *
     * @param payloadBytes bytes of each write, a power of two from 8 on, at most the maximum payload
     */
    public static Result write(PcieProfile profile, long totalBytes, int payloadBytes) {
        Stream stream = new Stream(profile, totalBytes, payloadBytes);
        stream.start(Stream.WRITE);
        return stream.finish();
    }

    /**
     * Reads host memory, with as many reads at once as there are tags.
     *
     * @param readBytes bytes of each read, a power of two from 8 on, at most the maximum read request
     */
    public static Result read(PcieProfile profile, long totalBytes, int readBytes) {
        Stream stream = new Stream(profile, totalBytes, readBytes);
        stream.start(Stream.READ);
        return stream.finish();
    }

    /** Card and host of one stream. */
    private static final class Stream extends Component implements HostSide {
        private static final int WRITE = 0;
        private static final int READ = 1;

        private final Engine engine = new Engine();
        private final PcieLink link;
        private final int unitBytes;
        private final int tagCount;
        private final long units;
        private final MemorySegment memory = Arena.ofAuto().allocate(HOST_BYTES, Long.BYTES);
        private final MemorySegment piece;
        private long sent;
        private long landed;
        private long lastPs;
        private long misplaced;

        private Stream(PcieProfile profile, long totalBytes, int unitBytes) {
            super("stream");
            this.unitBytes = unitBytes;
            units = Math.ceilDiv(totalBytes, unitBytes);
            tagCount = profile.flow().tagCount();
            piece = Arena.ofAuto().allocate(unitBytes, Long.BYTES);
            link = engine.register(new PcieLink(NODE, profile));
            engine.register(this);
            link.connect(new Card(), this);
        }

        private void start(int kind) {
            for (long at = 0; at < HOST_BYTES; at += unitBytes) {
                memory.set(ValueLayout.JAVA_LONG, at, kind == READ ? at : -1);
            }
            post(Rank.CARD, 0, kind, 0);
        }

        private Result finish() {
            boolean more = true;
            while (landed < units && more) {
                more = engine.step();
            }
            if (landed < units) {
                throw new IllegalStateException("the stream ended after " + landed + " of " + units + " packets");
            }
            return new Result(units * unitBytes, lastPs, misplaced);
        }

        @Override
        public void onEvent(int kind, long arg, long nowPs) {
            if (kind == READ) {
                while (sent < units && sent < tagCount) {
                    ask(nowPs);
                }
                return;
            }
            for (int n = 0; n < BURST && sent < units; n++) {
                piece.set(ValueLayout.JAVA_LONG, 0, sent);
                link.writeHostData(HOST_ADDRESS + offset(sent++), piece, unitBytes, nowPs);
            }
            if (sent < units) {
                post(Rank.CARD, link.toHostReadyPs(nowPs), WRITE, 0);
            }
        }

        private long offset(long unit) {
            return unit * unitBytes & HOST_BYTES - 1;
        }

        private void ask(long nowPs) {
            link.readHostData(HOST_ADDRESS + offset(sent), unitBytes, (int) offset(sent), nowPs);
            sent++;
        }

        @Override
        public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
            long at = address - HOST_ADDRESS;
            MemorySegment.copy(data, 0, memory, at, lengthBytes);
            check(at == offset(landed) && memory.get(ValueLayout.JAVA_LONG, at) == landed, nowPs);
        }

        @Override
        public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
            MemorySegment.copy(memory, address - HOST_ADDRESS, target, 0, lengthBytes);
            return true;
        }

        private void check(boolean right, long nowPs) {
            misplaced += right ? 0 : 1;
            landed++;
            lastPs = nowPs;
        }

        @Override
        public void onMessage(int vector, long subject, long nowPs) {
            throw new IllegalStateException(this + " sends no interrupts");
        }

        private final class Card implements CardSide {
            @Override
            public void onHostData(int tag, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs) {
                check(status == CompletionStatus.SUCCESS && data.get(ValueLayout.JAVA_LONG, 0) == tag, nowPs);
                if (sent < units) {
                    ask(nowPs);
                }
            }

            @Override
            public boolean writeRegister(long address, int widthBytes, long value, long nowPs) {
                throw new IllegalStateException(Stream.this + " has no registers");
            }

            @Override
            public boolean writeMemory(long offset, MemorySegment data, int lengthBytes, long nowPs) {
                throw new IllegalStateException(Stream.this + " has no memory");
            }

            @Override
            public long read(long address, int widthBytes, long nowPs) {
                throw new IllegalStateException(Stream.this + " has no registers");
            }
        }
    }
}
