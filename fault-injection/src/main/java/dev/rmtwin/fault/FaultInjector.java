package dev.rmtwin.fault;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.state.StateVisitor;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts faults on seams, takes them off, and says what became of each. Register it after all other components. Armed faults and
 * their counts are part of a snapshot; restoring replaces whatever was armed before.
 *
 * <p>Call between two events: what passes a seam later meets the fault, whole. Errors: {@link FaultException} for an unknown
 * seam or lens (with those that exist), an id in use, or an id that is not armed; nothing is armed then. Thread: the engine's.
 */
public final class FaultInjector extends Component {
    private static final int LISTED_SEAMS = 20;
    private static final int NAME_LIMIT_BYTES = 4096;
    private static final int FAULT_LIMIT = 1 << 20;

    private final Engine engine;
    private final Map<String, SeamFaults<?>> bySeam = new HashMap<>();
    private final Map<String, ArmedFault<?>> byId = new LinkedHashMap<>();

    /** @param engine whose seams faults sit on */
    public FaultInjector(Engine engine) {
        super("faults");
        this.engine = engine;
    }

    /** Arms a fault now. An id may be used again once its fault is off its seam; its report then starts anew. */
    public void arm(Fault fault) {
        ArmedFault<?> present = byId.get(fault.id());
        if (present != null && armed(present)) {
            throw new FaultException("a fault named " + fault.id() + " is armed already");
        }
        put(fault);
    }

    private ArmedFault<?> put(Fault fault) {
        Seam<?> seam = engine.seams().find(fault.seam()).orElseThrow(() -> unknownSeam(fault));
        if (fault.verb() == FaultVerb.DELAY && !seam.delays()) {
            throw new FaultException("nothing can be delayed at seam " + fault.seam() + "; drop or corrupt it there");
        }
        ArmedFault<?> armed =
                bySeam.computeIfAbsent(seam.id(), id -> new SeamFaults<>(seam)).add(fault, engine.nowPs());
        byId.remove(fault.id());
        byId.put(fault.id(), armed);
        return armed;
    }

    /** Takes a fault off its seam; its report stays. Harmless for a fault that has done all it had to do. */
    public void disarm(String id) {
        ArmedFault<?> armed = byId.get(id);
        if (armed == null) {
            throw new FaultException("no fault named " + id + "; there are " + byId.keySet());
        }
        bySeam.get(armed.fault().seam()).remove(armed);
    }

    /** What became of a fault. */
    public Optional<FaultReport> report(String id) {
        return Optional.ofNullable(byId.get(id)).map(armed -> armed.report(armed(armed)));
    }

    /** What became of every fault, in the order in which they were armed. */
    public List<FaultReport> reports() {
        return byId.values().stream().map(armed -> armed.report(armed(armed))).toList();
    }

    private boolean armed(ArmedFault<?> fault) {
        return bySeam.get(fault.fault().seam()).holds(fault);
    }

    private FaultException unknownSeam(Fault fault) {
        List<String> ids = engine.seams().all().stream()
                .map(Seam::id)
                .sorted(Comparator.comparingInt((String id) -> -alike(id, fault.seam()))
                        .thenComparing(id -> id))
                .toList();
        List<String> first = ids.subList(0, Math.min(LISTED_SEAMS, ids.size()));
        int more = ids.size() - first.size();
        return new FaultException("fault " + fault.id() + ": no seam " + fault.seam() + "; there are "
                + String.join(", ", first) + (more > 0 ? " and " + more + " more" : ""));
    }

    /** Characters that two ids have in common at their start and at their end: the likely ones are listed first. */
    private static int alike(String id, String asked) {
        int length = Math.min(id.length(), asked.length());
        int start = 0;
        while (start < length && id.charAt(start) == asked.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < length - start && id.charAt(id.length() - 1 - end) == asked.charAt(asked.length() - 1 - end)) {
            end++;
        }
        return start + end;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events, got kind " + kind);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        List<ArmedFault<?>> present = new ArrayList<>(byId.values());
        int count = visitor.value("faults", present.size());
        if (count < 0 || count > FAULT_LIMIT) {
            throw new UncheckedIOException(new SnapshotException("a snapshot with " + count + " faults"));
        }
        if (visitor.restoring()) {
            byId.keySet().forEach(this::disarm);
            byId.clear();
            for (int n = 0; n < count; n++) {
                restoreFault(visitor);
            }
        } else {
            for (ArmedFault<?> armed : present) {
                fields(visitor, armed.fault());
                armed.state(visitor);
                visitor.value("armed", armed(armed));
            }
        }
    }

    private void restoreFault(StateVisitor visitor) {
        try {
            ArmedFault<?> armed = put(fields(visitor, Fault.drop("-", "-", Occurrence.nth(1))));
            armed.state(visitor);
            if (!visitor.value("armed", false)) {
                disarm(armed.fault().id());
            }
        } catch (FaultException e) {
            throw new UncheckedIOException(
                    new SnapshotException("a fault of the snapshot does not fit: " + e.getMessage(), e));
        }
    }

    /** Saves a fault, or reads the saved one. */
    private static Fault fields(StateVisitor visitor, Fault fault) {
        return new Fault(
                text(visitor, "id", fault.id()),
                text(visitor, "seam", fault.seam()),
                verb(visitor.value("verb", fault.verb().ordinal())),
                new Occurrence(
                        visitor.value("first", fault.when().first()),
                        visitor.value("every", fault.when().every()),
                        visitor.value("count", fault.when().count())),
                text(visitor, "lens", fault.lens()),
                visitor.value("value", fault.value()),
                visitor.value("delay", fault.delayPs()));
    }

    private static String text(StateVisitor visitor, String tag, String present) {
        byte[] bytes = visitor.bytes(tag, present.getBytes(StandardCharsets.UTF_8), NAME_LIMIT_BYTES);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static FaultVerb verb(int ordinal) {
        FaultVerb[] verbs = FaultVerb.values();
        if (ordinal < 0 || ordinal >= verbs.length) {
            throw new FaultException("verb " + ordinal);
        }
        return verbs[ordinal];
    }
}
