/** Experiments of figures that need more than a scenario's results: what is wired, driven and read is said here. */
package dev.rmtwin.scenarios.experiment;
