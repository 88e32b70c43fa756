/** Seams: the places where faults take hold. */
package dev.rmtwin.core.seam;
