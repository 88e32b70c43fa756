/** Results for people and programs: HTML report, tables of the terminal, JSON. Nothing here changes a run. */
package dev.rmtwin.scenarios.report;
