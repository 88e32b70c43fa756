package dev.rmtwin.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Sizes and habits of one Java file, read by the compiler's own parser. Not resolved: names are taken as written. */
final class SourceRules {
    static final int FILE_LINES = 400;
    static final int METHOD_LINES = 60;
    static final int PARAMETERS = 5;

    /** Calls that make a test depend on the machine's clock or on unseeded chance. */
    private static final Set<String> NOT_IN_TESTS = Set.of(
            "Thread.sleep",
            "TimeUnit.sleep",
            "System.nanoTime",
            "System.currentTimeMillis",
            "Instant.now",
            "Math.random",
            "ThreadLocalRandom.current");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    /**
     * Lists what is wrong with a file.
     *
     * @param name file name that each problem starts with; a name in {@code src/test} is held to the rules of tests
     * @param text the whole file
     */
    List<String> problems(String name, String text) {
        List<String> problems = new ArrayList<>();
        long lines = text.lines().count();
        if (lines > FILE_LINES) {
            problems.add(name + ": " + lines + " lines, at most " + FILE_LINES);
        }
        JavacTask task = (JavacTask) compiler.getTask(null, null, diagnostic -> {}, null, null, List.of(source(text)));
        try {
            for (CompilationUnitTree unit : task.parse()) {
                new Reader(name, unit, Trees.instance(task).getSourcePositions(), problems).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return problems;
    }

    private static JavaFileObject source(String text) {
        return new SimpleJavaFileObject(URI.create("mem:///Source.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private static final class Reader extends TreePathScanner<Void, Void> {
        private final String name;
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> problems;
        private final boolean test;

        Reader(String name, CompilationUnitTree unit, SourcePositions positions, List<String> problems) {
            this.name = name;
            this.unit = unit;
            this.positions = positions;
            this.problems = problems;
            this.test = name.contains("src/test/");
        }

        @Override
        public Void visitImport(ImportTree tree, Void nothing) {
            if (tree.getQualifiedIdentifier().toString().endsWith(".*")) {
                report(tree, "wildcard import");
            }
            return super.visitImport(tree, null);
        }

        @Override
        public Void visitMethod(MethodTree tree, Void nothing) {
            LineMap map = unit.getLineMap();
            long start = positions.getStartPosition(unit, tree);
            long end = positions.getEndPosition(unit, tree);
            long lines = end < 0 ? 1 : map.getLineNumber(end) - map.getLineNumber(start) + 1;
            if (lines > METHOD_LINES) {
                report(tree, tree.getName() + " has " + lines + " lines, at most " + METHOD_LINES);
            }
            int parameters = tree.getParameters().size();
            if (parameters > PARAMETERS && !isRecordConstructor(tree)) {
                report(tree, tree.getName() + " has " + parameters + " parameters, at most " + PARAMETERS);
            }
            return super.visitMethod(tree, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
            String call = tree.getMethodSelect().toString();
            if (test && NOT_IN_TESTS.contains(call)) {
                report(tree, "a test may not call " + call);
            }
            return super.visitMethodInvocation(tree, null);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void nothing) {
            boolean unseeded = tree.getArguments().isEmpty()
                    && Set.of("Random", "SplittableRandom")
                            .contains(tree.getIdentifier().toString());
            if (test && unseeded) {
                report(tree, "a test may not draw without a seed");
            }
            return super.visitNewClass(tree, null);
        }

        /** A record is the cure for many parameters, so its own constructor may take them. */
        private boolean isRecordConstructor(MethodTree tree) {
            Tree owner = getCurrentPath().getParentPath().getLeaf();
            return tree.getReturnType() == null && owner instanceof ClassTree && owner.getKind() == Tree.Kind.RECORD;
        }

        private void report(Tree tree, String what) {
            long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
            problems.add(name + ":" + line + ": " + what);
        }
    }
}
