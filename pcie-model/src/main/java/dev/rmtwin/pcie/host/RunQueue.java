package dev.rmtwin.pcie.host;

import dev.rmtwin.core.state.StateVisitor;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;

/** Threads of a core that are ready to run, in the order in which they became so. */
final class RunQueue {
    private ArrayDeque<HostThread> threads = new ArrayDeque<>();

    boolean isEmpty() {
        return threads.isEmpty();
    }

    void add(HostThread thread) {
        threads.add(thread);
    }

    /** The thread that is ready longest, or null. */
    HostThread poll() {
        return threads.poll();
    }

    void state(StateVisitor visitor, List<HostThread> all) {
        int count = visitor.value("queued", threads.size());
        Iterator<HostThread> present = threads.iterator();
        ArrayDeque<HostThread> saved = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            int index = visitor.value("queuedThread", visitor.restoring() ? 0 : present.next().index);
            saved.add(all.get(index));
        }
        threads = saved;
    }
}
