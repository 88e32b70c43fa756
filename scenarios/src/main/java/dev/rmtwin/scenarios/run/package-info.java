/** Running scenarios, and what runs give. */
package dev.rmtwin.scenarios.run;
