/** The reference's figures: what each needs to be run, and what must come out. */
package dev.rmtwin.scenarios.figure;
