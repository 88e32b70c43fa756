package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import java.util.List;

/**
 * Where faults take hold of reads. A dropped request or completion is never answered: its requester waits until the time-out.
 * A completion that is delayed beyond it comes unexpected. Its status is a lens (0 success, 1 unsupported request, 2 completer
 * abort), and so is the mark that its data is poisoned.
 */
final class BusSeams {
    /** A read of the host arrives at the card. */
    final Seam<Tlp> registerRead;
    /** The card answers it. */
    final Seam<Tlp> registerCompletion;
    /** A read of the card arrives at the host. */
    final Seam<Tlp> hostRead;
    /** The host answers it. */
    final Seam<Tlp> hostCompletion;

    BusSeams(String link) {
        Lens<Tlp> address = new Lens<>("read.address", t -> t.address, (t, v) -> t.address = v);
        Lens<Tlp> status = new Lens<>("completion.status", t -> t.status.ordinal(), Tlp::setStatus);
        Lens<Tlp> poisoned =
                new Lens<>("completion.poisoned", t -> t.poisoned ? 1 : 0, (t, v) -> t.poisoned = (v & 1) != 0);
        Lens<Tlp> value = new Lens<>("completion.value", t -> t.value, (t, v) -> t.value = v);
        registerRead = Seam.withoutDelay(link + "/register-read", List.of(address));
        registerCompletion = new Seam<>(link + "/register-completion", List.of(status, poisoned, value));
        hostRead = Seam.withoutDelay(link + "/host-read", List.of(address));
        hostCompletion = new Seam<>(link + "/host-completion", List.of(status, poisoned));
    }

    void addTo(SeamRegistry seams) {
        seams.add(registerRead);
        seams.add(registerCompletion);
        seams.add(hostRead);
        seams.add(hostCompletion);
    }
}
