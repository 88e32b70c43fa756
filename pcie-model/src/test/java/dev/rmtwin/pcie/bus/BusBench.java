package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.card.PcieProfile.Credits;
import dev.rmtwin.pcie.card.PcieProfile.Delays;
import dev.rmtwin.pcie.card.PcieProfile.Flow;
import dev.rmtwin.pcie.card.PcieProfile.Packets;
import dev.rmtwin.pcie.config.LinkShape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** A bus between a card and a host that write down what reaches them. Host memory holds its own address in every byte. */
final class BusBench extends Component implements HostSide, ReadReply {
    static final long HOST = 0x1_0000_0000L;
    static final int HOST_BYTES = 1 << 20;
    static final Delays DELAYS = new Delays(250 * Ps.NS, 250 * Ps.NS, 200 * Ps.NS, 150 * Ps.NS, 100 * Ps.US);
    static final Credits SMALL = new Credits(4, 32, 2, 0, 0);
    static final Flow FLOW = new Flow(SMALL, SMALL, 32, false, 0);

    /** What a read of the card came to. */
    record Answer(int token, CompletionStatus status, boolean right, int lengthBytes) {}

    final Engine engine = new Engine();
    final PcieLink link;
    /** Everything that arrives, with its time. */
    final List<String> log = new ArrayList<>();

    final List<Long> replies = new ArrayList<>();
    final List<Answer> answers = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private boolean cardFull;
    private long arrived;

    BusBench(PcieProfile profile) {
        super("bench");
        link = engine.register(new PcieLink(3, profile, new SeedTree(11)));
        engine.register(this);
        link.connect(new Card(), this);
    }

    static PcieProfile profile(Flow flow) {
        return profile(new Packets(128, 512, 64, 8, 12, 16, 8), flow);
    }

    static PcieProfile profile(Packets packets, Flow flow) {
        return new PcieProfile(new LinkShape(3, 4), 0, packets, DELAYS, flow, false, false);
    }

    long now() {
        return engine.nowPs();
    }

    void run(long forPs) {
        engine.runUntil(now() + forPs);
    }

    @SuppressWarnings("unchecked")
    Seam<Object> seam(String name) {
        return (Seam<Object>) engine.seams().find("node/3/pcie/" + name).orElseThrow();
    }

    void hostWrite(int lengthBytes, long number) {
        link.writeMemory(0, stamped(lengthBytes, number), 0, lengthBytes, now());
    }

    void hostRead(long address) {
        link.request(address, 4, id(), now());
    }

    void cardWrite(long address, int lengthBytes, long number) {
        link.writeHost(address, stamped(lengthBytes, number), lengthBytes, -1, now());
    }

    void cardWriteRelaxed(long address, int lengthBytes, long number) {
        link.writeHostData(address, stamped(lengthBytes, number), lengthBytes, now());
    }

    /** Reads host memory; its token is the number of such reads before. */
    void cardRead(long address, int lengthBytes) {
        asked.add(address);
        link.readHost(address, lengthBytes, asked.size() - 1, now());
    }

    /** As {@link #cardRead}, relaxed when the profile says so. */
    void cardReadRelaxed(long address, int lengthBytes) {
        asked.add(address);
        link.readHostData(address, lengthBytes, asked.size() - 1, now());
    }

    /** Every byte says which it is, 0 to 127, so that each piece of a cut write does. */
    private static MemorySegment stamped(int lengthBytes, long number) {
        MemorySegment data = MemorySegment.ofArray(new byte[lengthBytes]);
        data.fill((byte) number);
        return data;
    }

    void setCardFull(boolean full) {
        cardFull = full;
        if (!full) {
            link.onSpace(now());
        }
    }

    private void note(String what, long nowPs) {
        log.add(what + " @" + nowPs);
        outcome(what.charAt(0), nowPs, arrived++);
    }

    /** What arrived, without times. */
    List<String> order() {
        return log.stream().map(line -> line.substring(0, line.indexOf(" @"))).toList();
    }

    private final class Card implements CardSide {
        @Override
        public boolean writeRegister(long address, int widthBytes, long value, long nowPs) {
            if (!cardFull) {
                note("register " + value, nowPs);
            }
            return !cardFull;
        }

        @Override
        public boolean writeMemory(long offset, MemorySegment data, int lengthBytes, long nowPs) {
            if (!cardFull) {
                note("card-memory " + data.get(ValueLayout.JAVA_BYTE, 0), nowPs);
            }
            return !cardFull;
        }

        @Override
        public long read(long address, int widthBytes, long nowPs) {
            note("read " + address, nowPs);
            return address + 1;
        }

        @Override
        public void onHostData(int tag, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs) {
            boolean right = true;
            for (int i = 0; i < lengthBytes; i++) {
                right &= data.get(ValueLayout.JAVA_BYTE, i) == byteAt(asked.get(tag) + i);
            }
            answers.add(new Answer(tag, status, right, lengthBytes));
            note("host-data " + tag + " " + status, nowPs);
        }
    }

    @Override
    public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
        note("host-memory " + data.get(ValueLayout.JAVA_BYTE, 0), nowPs);
    }

    @Override
    public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
        if (address < HOST || address + lengthBytes > HOST + HOST_BYTES) {
            return false;
        }
        for (int i = 0; i < lengthBytes; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, byteAt(address + i));
        }
        return true;
    }

    private static byte byteAt(long address) {
        return (byte) (address * 31 + (address >>> 8));
    }

    @Override
    public void onMessage(int vector, long subject, long nowPs) {
        note("message " + vector, nowPs);
    }

    @Override
    public void onReadReply(long value, long nowPs) {
        replies.add(value);
        note("reply " + value, nowPs);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException("the bench takes no events");
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        cardFull = visitor.value("cardFull", cardFull);
        arrived = visitor.value("arrived", arrived);
        int count = visitor.count("asked", asked.size(), Long.BYTES);
        for (int i = 0; i < count; i++) {
            long address = visitor.value("address", i < asked.size() ? asked.get(i) : 0);
            if (i == asked.size()) {
                asked.add(address);
            }
        }
    }

    byte[] save() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            EngineSnapshot.save(engine, out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    static BusBench restored(PcieProfile profile, byte[] snapshot) {
        BusBench bench = new BusBench(profile);
        try {
            EngineSnapshot.restore(bench.engine, new DataInputStream(new ByteArrayInputStream(snapshot)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bench;
    }
}
