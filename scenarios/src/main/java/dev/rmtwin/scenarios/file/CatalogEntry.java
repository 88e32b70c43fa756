package dev.rmtwin.scenarios.file;

/**
 * Something that can be named.
 *
 * @param name the name to write
 * @param description one line, may be empty
 */
public record CatalogEntry(String name, String description) {}
