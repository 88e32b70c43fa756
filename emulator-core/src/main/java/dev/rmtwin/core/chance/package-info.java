/** Seeded chance: draws as functions of what they are for. */
package dev.rmtwin.core.chance;
