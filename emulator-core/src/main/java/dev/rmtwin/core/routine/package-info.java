/** Non-blocking routines: driver steps, service routines and applications, whoever runs them. */
package dev.rmtwin.core.routine;
