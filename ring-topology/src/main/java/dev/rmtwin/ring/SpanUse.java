package dev.rmtwin.ring;

/**
 * How much of a span's time was used.
 *
 * @param busyPs time in which the link carried packets, including those whose departure is decided and still ahead
 * @param packets packets carried, likewise
 */
public record SpanUse(long busyPs, long packets) {}
