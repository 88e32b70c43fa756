/** The command line: one class a command, all results on standard output, all else on standard error. */
package dev.rmtwin.scenarios.cli;
