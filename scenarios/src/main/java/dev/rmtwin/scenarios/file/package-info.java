/**
 * Scenario and profile files. Read a file top to bottom as it goes: {@link dev.rmtwin.scenarios.file.YamlReader} turns
 * text into {@link dev.rmtwin.scenarios.file.Item}s that know their lines; {@link dev.rmtwin.scenarios.file.Includes},
 * {@link dev.rmtwin.scenarios.file.Overrides} and {@link dev.rmtwin.scenarios.file.ProfileResolver} merge them; {@link
 * dev.rmtwin.scenarios.file.Binder} checks them against the one table of keys ({@link
 * dev.rmtwin.scenarios.file.ScenarioKeys}, {@link dev.rmtwin.scenarios.file.HostKeys}, {@link
 * dev.rmtwin.scenarios.file.CardKeys}); {@link dev.rmtwin.scenarios.file.ScenarioChecks} looks at what spans several
 * keys. The schema, the template and the canonical text come from the same table.
 */
package dev.rmtwin.scenarios.file;
