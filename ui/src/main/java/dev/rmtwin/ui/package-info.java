/** The inspection UI: what a lab engineer sees of a running ring. */
package dev.rmtwin.ui;
