/** Results for people and programs: the HTML report, the tables of the terminal, and JSON. Nothing here changes a run. */
package dev.rmtwin.scenarios.report;
