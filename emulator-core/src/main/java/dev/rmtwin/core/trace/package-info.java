/** The journey's stages, the diary of what reached them, and the hash of history. */
package dev.rmtwin.core.trace;
