package dev.rmtwin.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Production code reads no wall clock, sleeps nowhere and draws no chance outside the seed tree; and it takes no
 * function of {@link Math} whose last bit may differ between machines, where {@link StrictMath} gives one answer.
 */
class ForbiddenCallsTest {
    private static final Set<String> ANY = Set.of();

    /** Owner to forbidden methods of it; an empty set means all of them, constructors included. */
    private static final Map<String, Set<String>> FORBIDDEN = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.time.Instant", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system", "tickMillis", "tickSeconds"),
            "java.util.Random", Set.of("<init>"),
            "java.util.SplittableRandom", Set.of("<init>"),
            "java.security.SecureRandom", Set.of("<init>"),
            "java.util.concurrent.ThreadLocalRandom", ANY,
            "java.lang.Thread", Set.of("sleep"),
            "java.util.concurrent.TimeUnit", Set.of("sleep"),
            "java.lang.Math",
                    Set.of(
                            "random", "log", "log10", "log1p", "exp", "expm1", "pow", "cbrt", "hypot", "sin", "cos",
                            "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh"));

    /** The one place of production code that reads the wall clock, and what it may call. */
    private static final Map<String, Set<String>> HOMES =
            Map.of("dev.rmtwin.scenarios.run.WallClock", Set.of("java.lang.System.nanoTime"));

    @Test
    void shouldCallNothingForbiddenOutsideItsHome() {
        ProductionCode code = new ProductionCode(SourceTree.find());
        List<String> problems = new ArrayList<>();
        for (JavaClass type : code.classes()) {
            if (!code.moduleOf(type).equals("benchmarks")) {
                problems.addAll(forbiddenCalls(type));
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldSeeCallsReferencesAndConstructorsThatAreForbidden() {
        JavaClasses sample = new ClassFileImporter().importClasses(Careless.class);
        assertThat(forbiddenCalls(sample.get(Careless.class)))
                .hasSize(4)
                .anyMatch(problem -> problem.contains("System.nanoTime"))
                .anyMatch(problem -> problem.contains("Math.log"))
                .anyMatch(problem -> problem.contains("Math.random"))
                .anyMatch(problem -> problem.contains("Random.<init>"));
    }

    private static List<String> forbiddenCalls(JavaClass type) {
        Set<String> allowed = HOMES.getOrDefault(type.getName(), Set.of());
        Stream<? extends JavaAccess<?>> calls =
                Stream.concat(type.getCodeUnitCallsFromSelf().stream(), type.getCodeUnitReferencesFromSelf().stream());
        return calls.filter(call -> isForbidden(call) && !allowed.contains(name(call)))
                .map(call -> name(call) + " is forbidden: " + call.getDescription())
                .toList();
    }

    private static boolean isForbidden(JavaAccess<?> call) {
        Set<String> methods = FORBIDDEN.get(call.getTargetOwner().getName());
        return methods != null
                && (methods.isEmpty() || methods.contains(call.getTarget().getName()));
    }

    private static String name(JavaAccess<?> call) {
        return call.getTargetOwner().getName() + "." + call.getTarget().getName();
    }

    /** Does what production code may not, so that the rule is seen to bite. */
    static final class Careless {
        static final Supplier<Double> CHANCE = Math::random;
        static final LongSupplier CLOCK = System::nanoTime;

        static double draw(double scale) {
            return scale * Math.log(new Random(1).nextDouble());
        }
    }
}
