package dev.rmtwin.scenarios.file;

import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.pcie.card.CommandRegister;

/** The keys of a card profile's command queues. */
final class CommandKeys {
    static final Section<CommandProfile> COMMANDS = Section.of("'commands'", CommandProfile.class)
            .may(
                    "queues",
                    new Kind.Whole(1, CommandRegister.MAX_QUEUES),
                    "4",
                    "submission and completion queue pairs",
                    CommandProfile::queueCount)
            .may(
                    "slots",
                    new Kind.Whole(1, 4096),
                    "64",
                    "commands that the engine holds at once, of all pairs",
                    CommandProfile::slotCount)
            .may(
                    "fetch",
                    new Kind.Whole(1, 64),
                    "16",
                    "commands that one read of a submission queue fetches at most",
                    CommandProfile::fetchCount)
            .may(
                    "burst",
                    new Kind.Whole(1, 256),
                    "16",
                    "commands fetched for a pair before the next has its turn",
                    CommandProfile::burstCount)
            .may(
                    "latency",
                    Kind.time("0 ns", "100 ms"),
                    "0 ns",
                    "time the medium takes before a command's data can move",
                    CommandProfile::latencyPs)
            .may(
                    "memoryRate",
                    CardKeys.BYTE_RATE,
                    "1.6 GB/s",
                    "rate at which the engine reads card memory",
                    CommandProfile::memoryBytesPerSecond)
            .may(
                    "completions",
                    new Kind.Whole(1, 256),
                    "8",
                    "completion entries that one write carries at most",
                    CommandProfile::completionCount)
            .make(v -> new CommandProfile(
                    v.integer("queues"),
                    v.integer("slots"),
                    v.integer("fetch"),
                    v.integer("burst"),
                    v.number("latency"),
                    v.number("memoryRate"),
                    v.integer("completions")));

    private CommandKeys() {}
}
