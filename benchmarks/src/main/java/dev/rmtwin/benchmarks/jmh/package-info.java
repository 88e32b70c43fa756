/** Microbenchmarks for work on details; run with {@code org.openjdk.jmh.Main} on this module's class path. */
package dev.rmtwin.benchmarks.jmh;
