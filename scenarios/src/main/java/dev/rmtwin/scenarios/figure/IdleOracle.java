package dev.rmtwin.scenarios.figure;

import dev.rmtwin.scenarios.experiment.IdleExperiment.Event;
import dev.rmtwin.scenarios.experiment.IdleExperiment.Mode;
import java.util.ArrayList;
import java.util.List;

/** The events that bursts must bring, by counting bytes alone: no time, no registers, nothing of the model. */
final class IdleOracle {
    private IdleOracle() {}

    static List<Event> events(int bufferBytes, Mode mode, int... bursts) {
        List<Event> events = new ArrayList<>();
        int at = 0;
        boolean running = true;
        for (int burst : bursts) {
            int moved = 0;
            for (int n = 0; n < burst && running; n++) {
                at++;
                moved++;
                if (at == bufferBytes / 2) {
                    events.add(new Event("HALF", at));
                }
                if (at == bufferBytes) {
                    events.add(new Event("COMPLETE", at));
                    at = 0;
                    running = mode != Mode.NORMAL;
                    moved = mode == Mode.RESTARTED ? 0 : moved;
                }
            }
            if (running && moved > 0) {
                events.add(new Event("IDLE", at));
                at = mode == Mode.RESTARTED ? 0 : at;
            }
        }
        return events;
    }

    /** Bytes that come after the channel has stopped. */
    static long lost(int bufferBytes, Mode mode, int... bursts) {
        long all = 0;
        for (int burst : bursts) {
            all += burst;
        }
        return mode == Mode.NORMAL ? Math.max(0, all - bufferBytes) : 0;
    }
}
