package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.host.HostRegion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A driver of one channel, by accesses of registers and host memory alone. It knows nothing of the model behind them. */
final class RawDriver {
    /** A frame as its completion tells. */
    record Frame(
            int origin, long offset, int lengthBytes, long arrivalPs, long record, int status, MemorySegment data) {
        byte at(int index) {
            return data.get(ValueLayout.JAVA_BYTE, index);
        }
    }

    final ChannelBench bench;
    final int channel;
    final int entries;
    final int bufferBytes;
    final HostRegion submissions;
    final HostRegion completions;
    final HostRegion buffers;
    int tail;
    int head;
    int phase = 1;
    int phaseFlips;

    RawDriver(ChannelBench bench, int channel, int entries, int bufferBytes) {
        this.bench = bench;
        this.channel = channel;
        this.entries = entries;
        this.bufferBytes = bufferBytes;
        submissions = bench.host.memory().map((long) entries * DescriptorLayout.SIZE_BYTES, 4096);
        completions = bench.host.memory().map((long) entries * CompletionLayout.SIZE_BYTES, 4096);
        buffers = bench.host.memory().map((long) entries * bufferBytes, 4096);
    }

    void write(QueueRegister register, long value) {
        bench.write(register, channel, value);
    }

    long read(QueueRegister register) {
        return bench.read(register, channel);
    }

    /** Tells the card where everything is, and fills the descriptor ring. */
    RawDriver rings(long windowOffset, int windowLength) {
        write(QueueRegister.WINDOW_OFFSET, windowOffset);
        write(QueueRegister.WINDOW_LENGTH, windowLength);
        write(QueueRegister.SQ_BASE, submissions.address());
        write(QueueRegister.SQ_SIZE, entries);
        write(QueueRegister.CQ_BASE, completions.address());
        write(QueueRegister.CQ_SIZE, entries);
        return this;
    }

    RawDriver post(int count) {
        for (int i = 0; i < count; i++) {
            describe(buffers.address() + (long) tail * bufferBytes, bufferBytes);
        }
        write(QueueRegister.SQ_TAIL, tail);
        return this;
    }

    /** Fills the descriptor at the tail, without the doorbell. */
    void describe(long address, int lengthBytes) {
        DescriptorLayout.write(
                submissions.segment(), (long) tail * DescriptorLayout.SIZE_BYTES, address, lengthBytes, tail);
        tail = (tail + 1) % entries;
    }

    RawDriver enable(long causes) {
        write(QueueRegister.CAUSE_ENABLE, causes);
        write(QueueRegister.VECTOR_CONTROL, 0);
        write(QueueRegister.CONTROL, QueueControl.RECEIVE.mask() | QueueControl.INTERRUPT.mask());
        return this;
    }

    /** Everything that is new, by its phase; its buffers go back to the card. */
    List<Frame> drain() {
        List<Frame> frames = take();
        if (!frames.isEmpty()) {
            write(QueueRegister.CQ_HEAD, head);
            post(frames.size());
        }
        return frames;
    }

    /** Everything that is new, by its phase, without telling the card. */
    List<Frame> take() {
        List<Frame> frames = new ArrayList<>();
        MemorySegment ring = completions.segment();
        while (CompletionLayout.phase(ring, (long) head * CompletionLayout.SIZE_BYTES) == phase) {
            long at = (long) head * CompletionLayout.SIZE_BYTES;
            int length = CompletionLayout.lengthBytes(ring, at);
            long buffer = (long) CompletionLayout.descriptorId(ring, at) * bufferBytes;
            frames.add(new Frame(
                    CompletionLayout.origin(ring, at),
                    CompletionLayout.offset(ring, at),
                    length,
                    CompletionLayout.arrivalPs(ring, at),
                    CompletionLayout.record(ring, at),
                    CompletionLayout.status(ring, at),
                    MemorySegment.ofArray(
                            buffers.segment().asSlice(buffer, length).toArray(ValueLayout.JAVA_BYTE))));
            head++;
            if (head == entries) {
                head = 0;
                phase ^= 1;
                phaseFlips++;
            }
        }
        return frames;
    }

    /** Everything that the card may write. */
    byte[] memory() {
        byte[] ring = completions.segment().toArray(ValueLayout.JAVA_BYTE);
        byte[] data = buffers.segment().toArray(ValueLayout.JAVA_BYTE);
        byte[] all = Arrays.copyOf(ring, ring.length + data.length);
        System.arraycopy(data, 0, all, ring.length, data.length);
        return all;
    }

    /** The card has been reset: the rings start anew. */
    void restart() {
        completions.segment().fill((byte) 0);
        head = 0;
        tail = 0;
        phase = 1;
    }

    /** The doorbells once more: what was written while the card did not answer is lost. */
    void resume() {
        write(QueueRegister.CQ_HEAD, head);
        write(QueueRegister.SQ_TAIL, tail);
    }

    /** Mask, reset, and a read that pushes out what was posted before. */
    void quiesce() {
        write(QueueRegister.VECTOR_CONTROL, 1);
        write(QueueRegister.CONTROL, QueueControl.RESET.mask());
        read(QueueRegister.STATUS);
    }

    /** The process dies: its memory goes back to the system, the card is told nothing. */
    void die() {
        bench.host.memory().unmap(submissions);
        bench.host.memory().unmap(completions);
        bench.host.memory().unmap(buffers);
    }
}
