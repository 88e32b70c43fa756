package dev.rmtwin.fault;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamAction;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults of one seam, asked in the order in which they were armed. What one of them takes, the later ones do not see;
 * delays add up. The seam is armed exactly while there are faults with something left to do.
 */
final class SeamFaults<T> implements SeamAction<T> {
    private final Seam<T> seam;
    private final List<ArmedFault<T>> faults = new ArrayList<>();

    SeamFaults(Seam<T> seam) {
        this.seam = seam;
    }

    ArmedFault<T> add(Fault fault, long nowPs) {
        ArmedFault<T> armed = new ArmedFault<>(fault, fault.lens().isEmpty() ? null : lens(fault), nowPs);
        if (faults.isEmpty()) {
            seam.arm(this);
        }
        faults.add(armed);
        return armed;
    }

    private Lens<T> lens(Fault fault) {
        for (Lens<T> lens : seam.lenses()) {
            if (lens.name().equals(fault.lens())) {
                return lens;
            }
        }
        throw new FaultException("fault " + fault.id() + ": seam " + seam.id() + " has no lens " + fault.lens()
                + "; it has "
                + String.join(", ", seam.lenses().stream().map(Lens::name).toList()));
    }

    void remove(ArmedFault<?> armed) {
        if (faults.remove(armed) && faults.isEmpty()) {
            seam.disarm();
        }
    }

    boolean holds(ArmedFault<?> armed) {
        return faults.contains(armed);
    }

    @Override
    public long apply(T thing, long nowPs) {
        long delayPs = 0;
        for (int n = 0; n < faults.size(); n++) {
            ArmedFault<T> armed = faults.get(n);
            long result = armed.pass(thing, nowPs);
            if (armed.spent()) {
                remove(armed);
                n--;
            }
            if (result == Seam.DROPPED) {
                return Seam.DROPPED;
            }
            delayPs += result;
        }
        return delayPs;
    }
}
