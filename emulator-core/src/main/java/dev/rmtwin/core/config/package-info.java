/** Quantities with units. */
package dev.rmtwin.core.config;
