/** Observers that measure runs and change nothing in them. */
package dev.rmtwin.scenarios.measure;
