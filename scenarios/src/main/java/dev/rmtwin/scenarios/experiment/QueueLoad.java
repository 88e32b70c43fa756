package dev.rmtwin.scenarios.experiment;

/**
 * What an application asks of a command queue: always as many commands in flight as it may have.
 *
 * @param opcode {@code CommandOpcode}
 * @param depth commands in flight at most; the ring has one entry more
 * @param lengthBytes bytes of each
 * @param count commands in all
 * @param coalesceFrames completions for one interrupt
 * @param coalesceNs longest wait of a completion for its interrupt
 */
public record QueueLoad(int opcode, int depth, int lengthBytes, long count, int coalesceFrames, int coalesceNs) {}
