package dev.rmtwin.device.driver;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.ReceivedFrame;

/**
 * A receive channel of the driver. Nothing here blocks: what needs a value from the card returns a {@link Want} and goes on
 * when it is called again.
 */
public interface DriverChannel {
    /** Number of the channel on its card. */
    int index();

    /** Maps rings and buffers and tells the card where they are. */
    void map(RoutineContext context);

    /** Posts every receive buffer. */
    void post(RoutineContext context);

    /**
     * Attaches the interrupt and opens its mask.
     *
     * @param resetHead throws away what was completed before, as some legacy drivers do
     */
    void attach(boolean resetHead, RoutineContext context);

    /** Turns receiving on. */
    void enable(RoutineContext context);

    /** The n-th register that says whether enabling was taken ({@link #verify} judges it), -1 when there are no more. */
    long verifyAddress(int n);

    /** What the value of the n-th verify register means: why the channel cannot receive, or empty when all is well. */
    String verify(int n, long value);

    /** Enabling has failed and is not undone: service routines leave the channel alone from now on. */
    void refuse();

    /** Turns receiving off and masks the interrupt: posted, so the card may go on for a while. Harmless when off. */
    void quiesce(RoutineContext context);

    /** Detaches the interrupt and gives the memory back, once the card is known to be quiet. Harmless when off. */
    void letGo();

    /**
     * Brings waiting frames into the application ring. Channels whose service routine does this have nothing to do.
     *
     * @return what it needs first, or null when the ring holds all there is
     */
    Want fetch(RoutineContext context);

    /** Whether a frame is there to be taken. */
    boolean hasFrame();

    /** Takes the oldest frame; null when there is none. */
    ReceivedFrame poll(long nowPs);

    /** Gives a frame's buffer back to the card. */
    void release(ReceivedFrame frame, RoutineContext context);

    /** What an application waits on. */
    EventFd eventFd();

    /** Tells who is to be woken, and who watches memory, before the first event. */
    void bind(Wakeable wakeable);

    /** Frames that the driver has and the application has not taken. */
    int framesWaiting();

    /** Memory mapped for DMA that its receive buffers take at this moment. */
    long bufferBytes();

    /** Its counters; looking changes nothing. */
    CounterBlock<DriverCounter> counters();

    /** Saves or restores its state. */
    void state(StateVisitor visitor);
}
