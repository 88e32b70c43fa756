/** Scenarios as they are run: checked, complete, in base units. */
package dev.rmtwin.scenarios.model;
