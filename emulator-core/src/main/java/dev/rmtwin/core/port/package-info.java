/** One-method ports at which modules meet. */
package dev.rmtwin.core.port;
