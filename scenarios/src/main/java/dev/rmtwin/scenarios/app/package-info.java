/** Applications of a scenario: senders and receivers, as routines that a modelled core runs. */
package dev.rmtwin.scenarios.app;
