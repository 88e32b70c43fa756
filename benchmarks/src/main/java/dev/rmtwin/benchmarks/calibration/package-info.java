/** The calibration of the reference lab's profiles as a study that can be repeated: figures, seeds, fits, sensitivity. */
package dev.rmtwin.benchmarks.calibration;
