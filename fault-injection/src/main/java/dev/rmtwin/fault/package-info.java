/**
 * Faults as named values on the edges of the model: seam, verb, field, and on which things. Nothing in production code knows
 * of them; they reach a field through the lenses that its seam declares.
 */
package dev.rmtwin.fault;
