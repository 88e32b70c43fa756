package dev.rmtwin.scenarios.file;

import dev.rmtwin.pcie.card.FunctionProfile;

/** The keys of what a card's function takes to become usable. */
final class FunctionKeys {
    private static final Kind WAIT = Kind.time("0 ns", "1 s");

    static final Section<FunctionProfile> FUNCTION = Section.of("'function'", FunctionProfile.class)
            .may(
                    "reset",
                    WAIT,
                    "10 ms",
                    "from a reset of function or bus to the first access that is answered",
                    FunctionProfile::resetPs)
            .may(
                    "powerUp",
                    WAIT,
                    "10 ms",
                    "from the write that asks for D0 to the first access that is answered",
                    FunctionProfile::powerUpPs)
            .make(v -> new FunctionProfile(v.number("reset"), v.number("powerUp")));

    private FunctionKeys() {}
}
