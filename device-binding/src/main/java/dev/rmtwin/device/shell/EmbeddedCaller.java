package dev.rmtwin.device.shell;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.DeviceException;
import java.util.function.BooleanSupplier;

/**
 * The calling thread as a part of the emulated world: it waits by running the engine, so virtual time passes exactly while it
 * is inside a call. Its core is its own; what its calls charge passes in virtual time.
 *
 * <p>Thread: the caller's, one at a time.
 */
public final class EmbeddedCaller extends Component implements RoutineContext, ReadReply, Wakeable {
    private final Engine world;
    private long chargedPs;
    private long value;
    private boolean replied;
    private boolean timedOut;
    private long untilPs;
    private boolean signalled;

    /**
     * @param name unique
     * @param world the engine that the caller runs
     */
    public EmbeddedCaller(String name, Engine world) {
        super("caller/" + name);
        this.world = world;
    }

    /** Runs a routine to its end. */
    void run(Routine routine) {
        while (true) {
            Want want = routine.resume(this);
            timedOut = false;
            switch (want) {
                case PROCEED -> settle();
                case READ -> awaitReply();
                case SLEEP -> {
                    settle();
                    world.runUntil(untilPs);
                }
                case AWAIT -> {
                    settle();
                    timedOut = !await(() -> signalled, untilPs);
                    signalled = false;
                }
                case LOOP -> throw new IllegalStateException("a caller's thread does not loop in virtual time");
                case DONE -> {
                    settle();
                    return;
                }
            }
        }
    }

    /** Lets what was charged pass. */
    void settle() {
        world.runUntil(world.nowPs() + chargedPs);
        chargedPs = 0;
    }

    private void awaitReply() {
        chargedPs = 0;
        if (!await(() -> replied, Long.MAX_VALUE)) {
            throw new DeviceException("the card does not answer a read");
        }
        replied = false;
    }

    /** Runs the world until a condition holds; false when the deadline came first or nothing can happen any more. */
    boolean await(BooleanSupplier condition, long deadlinePs) {
        while (!condition.getAsBoolean()) {
            long nextPs = world.nextTimePs();
            if (nextPs > deadlinePs) {
                world.runUntil(deadlinePs);
                return condition.getAsBoolean();
            }
            if (!world.step()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long nowPs() {
        return world.nowPs() + chargedPs;
    }

    @Override
    public void charge(long costPs) {
        chargedPs += costPs;
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public boolean timedOut() {
        return timedOut;
    }

    @Override
    public Want proceed() {
        return Want.PROCEED;
    }

    @Override
    public Want read(ReadPort port, long address, int widthBytes) {
        replied = false;
        port.request(address, widthBytes, id(), nowPs());
        return Want.READ;
    }

    @Override
    public Want sleepUntil(long timePs) {
        untilPs = timePs;
        return Want.SLEEP;
    }

    @Override
    public Want await(long deadlinePs) {
        untilPs = deadlinePs;
        return Want.AWAIT;
    }

    @Override
    public Want loop(long checkPs, long awayPs, boolean watching, long loopUntilPs) {
        return Want.LOOP;
    }

    @Override
    public Want done() {
        return Want.DONE;
    }

    @Override
    public void onReadReply(long readValue, long nowPs) {
        value = readValue;
        replied = true;
    }

    @Override
    public void onSignal(long nowPs) {
        signalled = true;
    }

    @Override
    public void onTouch(long nowPs) {
        signalled = true;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events");
    }

    @Override
    public void state(StateVisitor visitor) {
        throw new IllegalStateException(
                "a user's thread is attached to the twin (" + this + "): it cannot be saved or restored");
    }
}
