package dev.rmtwin.scenarios.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Turns Ctrl-C into a flag that runs look at. The machine's shutdown then waits until the command has shown what was
 * measured; if it does not in time, the process ends all the same. While nothing heeds the flag, as when a scenario is read
 * from a pipe that nobody writes, the process ends at once.
 */
final class StopSignal implements BooleanSupplier {
    private static final long PATIENCE_SECONDS = 30;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean heeded = new AtomicBoolean();
    private final CountDownLatch finished = new CountDownLatch(1);

    /** Installs the flag on SIGINT, SIGTERM and SIGHUP; the process then ends with 128 + the signal's number. */
    void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "stop"));
    }

    private void onShutdown() {
        stopped.set(true);
        try {
            if (heeded.get() && !finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("rmtwin: did not stop within " + PATIENCE_SECONDS + " s; ends without a result");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The flag, for work that looks at it often from now on and is worth waiting for. */
    BooleanSupplier heeded() {
        heeded.set(true);
        return this;
    }

    /** Sets the flag, as Ctrl-C does. */
    void stop() {
        stopped.set(true);
    }

    /** Says that everything has been written: a shutdown need not wait any longer. */
    void finished() {
        finished.countDown();
    }

    @Override
    public boolean getAsBoolean() {
        return stopped.get();
    }
}
