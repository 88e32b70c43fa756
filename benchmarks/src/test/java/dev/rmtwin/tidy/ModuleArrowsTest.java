package dev.rmtwin.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which module may import which, and which library each may use. */
class ModuleArrowsTest {
    private static final ProductionCode CODE = new ProductionCode(SourceTree.find());

    /** An arrow means "may import", and what is behind the arrow too. */
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "emulator-core", Set.of(),
            "pcie-model", Set.of("emulator-core"),
            "ring-topology", Set.of("emulator-core"),
            "fault-injection", Set.of("emulator-core"),
            "device-binding", Set.of("pcie-model"),
            "scenarios", Set.of("fault-injection", "device-binding", "ring-topology"),
            "ui", Set.of("scenarios"),
            "benchmarks", Set.of("ui"));

    /** Package prefixes of the libraries that a module may use beside java.base; modules not named here are free. */
    private static final Map<String, Set<String>> LIBRARIES = Map.of(
            "emulator-core", Set.of(),
            "pcie-model", Set.of(),
            "ring-topology", Set.of("io.vertx.", "io.netty."),
            "fault-injection", Set.of(),
            "device-binding", Set.of("org.slf4j.", "org.jctools."));

    private static final Set<String> JAVA_BASE =
            Object.class.getModule().getDescriptor().packages();

    @Test
    void shouldImportOnlyAlongTheArrows() {
        List<String> problems = new ArrayList<>();
        for (JavaClass type : CODE.classes()) {
            String module = CODE.moduleOf(type);
            Set<String> reachable = reachable(module);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = CODE.moduleOf(dependency.getTargetClass().getBaseComponentType());
                if (!target.isEmpty() && !reachable.contains(target)) {
                    problems.add(module + " may not import " + target + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldUseOnlyTheLibrariesThatTheModuleMayUse() {
        List<String> problems = new ArrayList<>();
        for (JavaClass type : CODE.classes()) {
            Set<String> libraries = LIBRARIES.get(CODE.moduleOf(type));
            if (libraries == null) {
                continue;
            }
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                if (!mayUse(libraries, dependency.getTargetClass().getBaseComponentType())) {
                    problems.add(CODE.moduleOf(type) + " may not use: " + dependency.getDescription());
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldKeepVertxInOnePackageOfTheRing() {
        Set<String> users = new TreeSet<>();
        for (JavaClass type : CODE.classes()) {
            boolean vertx = type.getDirectDependenciesFromSelf().stream()
                    .anyMatch(dependency ->
                            dependency.getTargetClass().getPackageName().startsWith("io.vertx"));
            if (vertx && CODE.moduleOf(type).equals("ring-topology")) {
                users.add(type.getPackageName());
            }
        }
        assertThat(users).as("packages of ring-topology that import Vert.x").hasSizeLessThan(2);
    }

    @Test
    void shouldSeeEveryClassInsideAModule() {
        assertThat(CODE.classes()).isNotEmpty();
        assertThat(CODE.classes())
                .allSatisfy(type -> assertThat(CODE.moduleOf(type))
                        .as("module of %s", type.getName())
                        .isNotEmpty());
        assertThat(CODE.packages("emulator-core")).isNotEmpty();
    }

    private static boolean mayUse(Set<String> libraries, JavaClass target) {
        return target.isPrimitive()
                || !CODE.moduleOf(target).isEmpty()
                || JAVA_BASE.contains(target.getPackageName())
                || libraries.stream().anyMatch(target.getName()::startsWith);
    }

    private static Set<String> reachable(String module) {
        Set<String> seen = new HashSet<>(Set.of(module));
        for (String next : ARROWS.getOrDefault(module, Set.of())) {
            seen.addAll(reachable(next));
        }
        return seen;
    }
}
