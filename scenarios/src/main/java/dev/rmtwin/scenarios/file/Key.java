package dev.rmtwin.scenarios.file;

import java.util.function.Function;

/**
 * One key of a section: the only place where it is declared.
 *
 * @param name as written in files
 * @param kind what its value may be
 * @param required whether it must be given
 * @param standard what an absent optional key means, as it would be written; null when absence has its own meaning
 * @param doc one line for people
 * @param get the key's value in a finished record, null when it is not to be written
 * @param <R> the record of the section
 */
record Key<R>(String name, Kind kind, boolean required, String standard, String doc, Function<R, ?> get) {}
