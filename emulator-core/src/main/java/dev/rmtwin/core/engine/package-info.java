/** The engine loop and the components that it runs. */
package dev.rmtwin.core.engine;
