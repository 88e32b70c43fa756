/** The composition root: the one place where a ring, its cards, hosts, drivers and applications are wired. */
package dev.rmtwin.scenarios.rig;
