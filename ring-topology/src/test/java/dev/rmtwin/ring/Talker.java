package dev.rmtwin.ring;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A host that issues planned writes at one card, keeps what the card refuses, and goes on when there is space. */
final class Talker extends Component {
    static final int INTERRUPT_TYPE = 2;

    private final FibreRing ring;
    private final int id;
    private final List<PlannedWrite> plan;
    private final HostWrite write = new HostWrite();
    private int due;
    private int done;

    Talker(FibreRing ring, int id, List<PlannedWrite> plan) {
        super("test/talker/" + id);
        this.ring = ring;
        this.id = id;
        this.plan = plan;
        ring.setSpaceListener(id, this::send);
    }

    void start() {
        for (PlannedWrite planned : plan) {
            post(Rank.HOST, planned.timePs(), 0, 0);
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        due++;
        send(nowPs);
    }

    private void send(long nowPs) {
        while (done < due) {
            fill(plan.get(done), done);
            long sequence = ring.transmitPort(id).accept(write, nowPs);
            if (sequence < 0) {
                return;
            }
            if (!write.isInterrupt()) {
                ring.memory(id).writeOwn(write, sequence, nowPs);
            }
            done++;
        }
    }

    private void fill(PlannedWrite planned, int number) {
        if (planned.interrupt()) {
            write.setInterrupt((int) planned.offset(), INTERRUPT_TYPE, number);
        } else {
            byte[] bytes = contents(id, number, planned.lengthBytes());
            write.setData(planned.offset(), bytes.length, MemorySegment.ofArray(bytes), 0);
        }
    }

    /** Bytes that differ from write to write. */
    static byte[] contents(int id, int number, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        for (int i = 0; i < lengthBytes; i++) {
            bytes[i] = (byte) (31 * id + 7 * number + i + 1);
        }
        return bytes;
    }

    boolean finished() {
        return done == plan.size();
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        due = visitor.value("due", due);
        done = visitor.value("done", done);
    }
}
