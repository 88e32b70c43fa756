package dev.rmtwin.scenarios.rig;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.scenarios.model.Scenario;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Engine states in memory. */
final class Checkpoint {
    private Checkpoint() {}

    static byte[] save(Rig rig) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            EngineSnapshot.save(rig.engine(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A freshly wired ring with the state of another. */
    static Rig restore(Scenario scenario, byte[] state) {
        Rig rig = new Rig(scenario);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
            EngineSnapshot.restore(rig.engine(), in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rig;
    }
}
