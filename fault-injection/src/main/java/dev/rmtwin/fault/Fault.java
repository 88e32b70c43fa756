package dev.rmtwin.fault;

/**
 * One fault, as a value.
 *
 * @param id its name, unique among the faults of a ring
 * @param seam id of the seam that it sits on, e.g. {@code node/2/rx-fifo}
 * @param verb what it does
 * @param when which of the passing things it acts on
 * @param lens for {@link FaultVerb#CORRUPT}: name of the field, e.g. {@code packet.offset}; else empty
 * @param value for {@link FaultVerb#CORRUPT}: what the field is set to, cut to its width; else 0
 * @param delayPs for {@link FaultVerb#DELAY}: how much later, more than 0; else 0
 */
public record Fault(String id, String seam, FaultVerb verb, Occurrence when, String lens, long value, long delayPs) {
    private static final int ID_LIMIT = 200;

    public Fault {
        if (id.isBlank() || id.length() > ID_LIMIT) {
            throw new FaultException("a fault needs an id of 1 to " + ID_LIMIT + " characters");
        }
        if ((verb == FaultVerb.CORRUPT) == lens.isEmpty()) {
            throw new FaultException(
                    "fault " + id + ": " + verb + (lens.isEmpty() ? " needs a lens" : " takes no lens"));
        }
        if (verb == FaultVerb.DELAY ? delayPs <= 0 : delayPs != 0) {
            throw new FaultException("fault " + id + ": " + verb + " with a delay of " + delayPs + " ps");
        }
    }

    /** Loses things. */
    public static Fault drop(String id, String seam, Occurrence when) {
        return new Fault(id, seam, FaultVerb.DROP, when, "", 0, 0);
    }

    /** Sets a field of things. */
    public static Fault corrupt(String id, String seam, Occurrence when, String lens, long value) {
        return new Fault(id, seam, FaultVerb.CORRUPT, when, lens, value, 0);
    }

    /** Brings things later. */
    public static Fault delay(String id, String seam, Occurrence when, long delayPs) {
        return new Fault(id, seam, FaultVerb.DELAY, when, "", 0, delayPs);
    }
}
