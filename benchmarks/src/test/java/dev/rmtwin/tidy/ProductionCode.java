package dev.rmtwin.tidy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The compiled production classes of all modules, and which module each belongs to. */
final class ProductionCode {
    static final List<String> MODULES = List.of(
            "emulator-core",
            "pcie-model",
            "ring-topology",
            "fault-injection",
            "device-binding",
            "scenarios",
            "ui",
            "benchmarks");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/jmh_generated/"))
            .importPackages("dev.rmtwin");
    private final Map<String, Set<String>> packagesByModule = new TreeMap<>();
    private final Map<String, String> moduleByPackage = new HashMap<>();

    ProductionCode(SourceTree tree) {
        for (String module : MODULES) {
            packagesByModule.put(module, tree.packagesOf(module));
            for (String name : tree.packagesOf(module)) {
                String other = moduleByPackage.put(name, module);
                if (other != null) {
                    throw new IllegalStateException("package " + name + " lies in " + other + " and in " + module);
                }
            }
        }
    }

    JavaClasses classes() {
        return classes;
    }

    /** Names of a module's packages. */
    Set<String> packages(String module) {
        return packagesByModule.get(module);
    }

    /** The module of a class, or an empty string for a class that is not ours. */
    String moduleOf(JavaClass type) {
        return moduleByPackage.getOrDefault(type.getPackageName(), "");
    }
}
