package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.CompletionLayout;
import dev.rmtwin.pcie.card.DescriptorLayout;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.stream.NicSource;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The driver of one receive channel with raw register accesses: its service routine takes completions while their phase matches, looks
 * at each frame, and gives the buffers back with one write of each doorbell.
 */
final class NicDriver implements InterruptHandler, Routine {
    private static final int BUFFERS = 512;
    private static final int ENTRIES = 1024;
    private static final int PAGE_BYTES = 4096;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final PcieLink link;
    private final NicSource nic;
    private final int frameBytes;
    private final HostProfile.Interrupt cost;
    private final HostRegion descriptors;
    private final HostRegion completions;
    private final HostRegion buffers;
    private int tail;
    private int head;
    private int phase = 1;
    private long frames;
    private long wrong;

    NicDriver(HostCpu host, PcieLink link, NicSource nic, int frameBytes) {
        this.link = link;
        this.nic = nic;
        this.frameBytes = frameBytes;
        cost = host.profile().interrupt();
        descriptors = host.memory().map((long) ENTRIES * DescriptorLayout.SIZE_BYTES, PAGE_BYTES);
        completions = host.memory().map((long) ENTRIES * CompletionLayout.SIZE_BYTES, PAGE_BYTES);
        buffers = host.memory().map((long) BUFFERS * frameBytes, PAGE_BYTES);
    }

    /** Tells the card where the rings are, and posts every buffer. */
    void rings() {
        write(QueueRegister.SQ_BASE, descriptors.address());
        write(QueueRegister.SQ_SIZE, ENTRIES);
        write(QueueRegister.CQ_BASE, completions.address());
        write(QueueRegister.CQ_SIZE, ENTRIES);
        for (int id = 0; id < BUFFERS; id++) {
            post(id);
        }
        write(QueueRegister.SQ_TAIL, tail);
    }

    private void post(int id) {
        DescriptorLayout.write(
                descriptors.segment(),
                (long) tail * DescriptorLayout.SIZE_BYTES,
                buffers.address() + (long) id * frameBytes,
                frameBytes,
                id);
        tail = (tail + 1) % ENTRIES;
    }

    /** A posted write of the set-up. */
    void write(QueueRegister register, long value) {
        write(register, value, 0);
    }

    private void write(QueueRegister register, long value, long atPs) {
        link.writeRegister(NicExperiment.address(register), register.widthBytes(), value, atPs);
    }

    @Override
    public Routine onMessage(int vector, long nowPs) {
        return this;
    }

    @Override
    public Want resume(RoutineContext context) {
        context.charge(cost.servicePs());
        long before = frames;
        while (CompletionLayout.phase(completions.segment(), (long) head * CompletionLayout.SIZE_BYTES) == phase) {
            context.charge(cost.perCompletionPs());
            take((long) head * CompletionLayout.SIZE_BYTES);
            head++;
            if (head == ENTRIES) {
                head = 0;
                phase ^= 1;
            }
        }
        if (frames != before) {
            write(QueueRegister.CQ_HEAD, head, context.nowPs());
            write(QueueRegister.SQ_TAIL, tail, context.nowPs());
        }
        return context.done();
    }

    private void take(long at) {
        int id = CompletionLayout.descriptorId(completions.segment(), at);
        long buffer = (long) id * frameBytes;
        long first = buffers.segment().get(LONG, buffer);
        long last = buffers.segment().get(LONG, buffer + frameBytes - Long.BYTES);
        boolean right = CompletionLayout.status(completions.segment(), at) == 0
                && CompletionLayout.lengthBytes(completions.segment(), at) == frameBytes
                && first == nic.valueOf(frames)
                && last == frames;
        wrong += right ? 0 : 1;
        frames++;
        post(id);
    }

    /** Frames that it has taken. */
    long frames() {
        return frames;
    }

    /** Frames of these that were not the next of the line, whole. */
    long wrong() {
        return wrong;
    }

    @Override
    public void state(StateVisitor visitor) {
        tail = visitor.value("tail", tail);
        head = visitor.value("head", head);
        phase = visitor.value("phase", phase);
        frames = visitor.value("frames", frames);
        wrong = visitor.value("wrong", wrong);
    }
}
