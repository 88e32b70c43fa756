/** The commands that measure this project and its peers side by side. */
package dev.rmtwin.benchmarks;
