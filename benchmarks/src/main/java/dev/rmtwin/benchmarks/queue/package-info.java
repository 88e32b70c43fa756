/** The command queues of the model at full speed. */
package dev.rmtwin.benchmarks.queue;
