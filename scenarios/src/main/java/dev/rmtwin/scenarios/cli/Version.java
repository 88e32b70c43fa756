package dev.rmtwin.scenarios.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar's manifest. */
final class Version implements IVersionProvider {
    /** The number alone. */
    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not built as a jar)" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"rmtwin " + number()};
    }
}
