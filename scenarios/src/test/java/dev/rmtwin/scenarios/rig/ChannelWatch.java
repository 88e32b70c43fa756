package dev.rmtwin.scenarios.rig;

import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.CompletionLayout;
import dev.rmtwin.pcie.card.DescriptorLayout;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostMemory;
import dev.rmtwin.scenarios.model.ReceiveMode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * Follows one receive channel from outside, by registers, host memory, counters and the diary: data before completion before
 * vector before event descriptor, the phase at each wrap, heads that never pass tails, the coalescer's two bounds, and vectors
 * that are sent or pending.
 */
final class ChannelWatch {
    private final Rig rig;
    private final RigReceiver receiver;
    private final RmCard card;
    private final HostMemory memory;
    private final int channel;
    private final int node;
    private final Map<Long, MemorySegment> moved = new HashMap<>();
    private long fetchedRecord = -1;
    private long movedRecord = -1;
    private long postedRecord = -1;
    private long servicedRecord = -1;
    private long visible;
    private boolean newEntry;
    private boolean announced;
    private long announcedDone;
    private long heldSincePs = -1;
    private long consumed;
    private long submitted;
    private long head;
    private long tail;
    private long sentBefore;
    private boolean pendingBefore;
    private long messageRecord = -1;

    ChannelWatch(Rig rig, RigReceiver receiver) {
        this.rig = rig;
        this.receiver = receiver;
        card = receiver.node().card();
        memory = receiver.node().host().memory();
        channel = receiver.channel().index();
        node = receiver.node().spec().id();
    }

    void onLine(Stage stage, int lineNode, long subject, long nowPs) {
        if (lineNode != node || stage.ordinal() < Stage.DMA_FETCH.ordinal() || Trace.channel(subject) != channel) {
            return;
        }
        long record = Trace.recordNumber(subject);
        switch (stage) {
            case DMA_FETCH -> {
                check(record > fetchedRecord, "descriptor fetched out of order", record);
                fetchedRecord = record;
            }
            case DMA_MOVE -> {
                check(record == fetchedRecord, "moved without its descriptor", record);
                movedRecord = record;
                moved.put(record, cardMemory());
            }
            case CQE_POST -> {
                check(record > postedRecord && moved.containsKey(record), "completion before its data", record);
                postedRecord = record;
                visible++;
                newEntry = true;
            }
            case COALESCE -> announced = true;
            case MSIX -> {
                check(record <= postedRecord, "vector before its completion", record);
                messageRecord = record;
            }
            case ISR -> {
                check(record <= postedRecord, "service routine before the completion", record);
                servicedRecord = record;
            }
            case EVENTFD -> {
                check(record <= servicedRecord, "event descriptor before the service routine", record);
                check(drained() >= visibleUpTo(record), "event descriptor before the ring entries", record);
            }
            case APP_RING -> check(record <= postedRecord, "frame taken before its completion", record);
            default -> throw new AssertionError(stage + " is no stage of a channel");
        }
    }

    private MemorySegment cardMemory() {
        int length = receiver.flow().sizeBytes();
        MemorySegment bytes = Arena.ofAuto().allocate(length);
        rig.ring().memory(node).read(receiver.flow().offset(), bytes, 0, length);
        return bytes;
    }

    private long drained() {
        return receiver.channel().counters().get(DriverCounter.DRAINED);
    }

    /** Entries up to a record: every record up to it that was moved is visible when the record is. */
    private long visibleUpTo(long record) {
        return record == postedRecord ? visible : 0;
    }

    void afterEvent(long nowPs) {
        long size = peek(QueueRegister.CQ_SIZE);
        if (size == 0) {
            return;
        }
        if (newEntry) {
            newEntry = false;
            checkEntry(size);
        }
        checkRings(size);
        checkCoalescer(nowPs);
        checkVector();
    }

    /** The entry that has just become visible: phase by the number of wraps, and the data behind it. */
    private void checkEntry(long size) {
        MemorySegment ring = memory.at(peek(QueueRegister.CQ_BASE)).segment();
        long at = (visible - 1) % size * CompletionLayout.SIZE_BYTES;
        long wraps = (visible - 1) / size;
        check(
                CompletionLayout.phase(ring, at) == ((wraps & 1) == 0 ? 1 : 0),
                "phase after " + wraps + " wraps",
                postedRecord);
        check(CompletionLayout.record(ring, at) == postedRecord, "entry of another record", postedRecord);
        MemorySegment data = moved.remove(postedRecord);
        long buffer = bufferOf(CompletionLayout.descriptorId(ring, at));
        MemorySegment inHost = memory.at(bufferBase()).segment().asSlice(buffer - bufferBase(), data.byteSize());
        check(inHost.mismatch(data) < 0, "completion over other data than the card's", postedRecord);
    }

    private long bufferOf(int id) {
        MemorySegment ring = memory.at(peek(QueueRegister.SQ_BASE)).segment();
        for (long at = 0; at < ring.byteSize(); at += DescriptorLayout.SIZE_BYTES) {
            if (DescriptorLayout.address(ring, at) != 0 && DescriptorLayout.id(ring, at) == id) {
                return DescriptorLayout.address(ring, at);
            }
        }
        throw new AssertionError("no descriptor of buffer " + id);
    }

    private long bufferBase() {
        return bufferOf(0);
    }

    private void checkRings(long size) {
        long newHead = peek(QueueRegister.CQ_HEAD);
        consumed += (newHead - head + size) % size;
        head = newHead;
        long newTail = peek(QueueRegister.SQ_TAIL);
        submitted += (newTail - tail + size) % size;
        tail = newTail;
        long done = done();
        check(
                consumed <= visible,
                "completion head passes what is visible: " + consumed + " of " + visible,
                postedRecord);
        check(visible <= done && done - consumed < size, "completion tail laps its head", postedRecord);
        check(done <= submitted, "descriptor head passes its tail: " + done + " of " + submitted, postedRecord);
        check(submitted - done < size, "descriptor tail laps its head", postedRecord);
    }

    private long done() {
        return card.channelCounters(channel).get(CardCounter.DMA_DONE);
    }

    private void checkCoalescer(long nowPs) {
        if (announced) {
            announcedDone = done();
            heldSincePs = -1;
        }
        long held = done() - announcedDone;
        if (held > 0 && heldSincePs < 0) {
            heldSincePs = nowPs;
        }
        check(held < peek(QueueRegister.COALESCE_FRAMES), "coalescer holds " + held, movedRecord);
        long longestPs = peek(QueueRegister.COALESCE_NS) * 1000;
        // The timer's own event comes in the card's turn, after what memory and links do at the same instant.
        check(held == 0 || nowPs - heldSincePs <= longestPs, "coalescer holds since " + heldSincePs, movedRecord);
    }

    /** An interrupt that the coalescer lets go is sent or pending, and stays pending until it is sent. */
    private void checkVector() {
        boolean interrupting = (peek(QueueRegister.CONTROL) & QueueRegister.CONTROL_INTERRUPT) != 0;
        boolean pending = peek(QueueRegister.VECTOR_PENDING) != 0;
        boolean masked = (peek(QueueRegister.VECTOR_CONTROL) & 1) != 0;
        long sent = card.counters().get(CardCounter.INTERRUPTS);
        boolean went = sent > sentBefore;
        check(!announced || !interrupting || went || pending, "interrupt neither sent nor pending", movedRecord);
        check(!pendingBefore || pending || went, "pending interrupt lost", movedRecord);
        check(!pending || masked, "interrupt pending without a mask", movedRecord);
        announced = false;
        sentBefore = sent;
        pendingBefore = pending;
    }

    /** At the end: every completion of an interrupting channel has been announced to the host by a message. */
    void checkAllAnnounced() {
        boolean interrupting = receiver.receiver().mode() == ReceiveMode.INTERRUPT_DMA;
        check(!interrupting || messageRecord == postedRecord, "completion never announced", postedRecord);
    }

    private long peek(QueueRegister register) {
        return card.peek(register, channel);
    }

    private void check(boolean holds, String what, long record) {
        if (!holds) {
            throw new AssertionError(what + " (" + receiver.receiver().name() + ", record " + record + ", at "
                    + rig.engine().nowPs() + " ps)");
        }
    }
}
