package dev.rmtwin.scenarios.run;

/**
 * Load of one span of fibre.
 *
 * @param from name of the node that transmits
 * @param to name of the node that receives
 * @param packets packets carried
 * @param busyPercent share of the time that the line was busy
 */
public record SpanResult(String from, String to, long packets, double busyPercent) {}
