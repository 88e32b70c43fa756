package dev.rmtwin.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The names that the sources declare: types by simple name, each with its methods, fields, constants and nested types. */
final class SourceNames {
    private final Map<String, Set<String>> membersByType = new HashMap<>();

    /** Reads the declarations of Java files by the compiler's own parser. */
    SourceNames(List<Path> javaFiles) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, diagnostic -> {}, null, null, files.getJavaFileObjectsFromPaths(javaFiles));
            for (CompilationUnitTree unit : task.parse()) {
                new Reader().scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean hasType(String simpleName) {
        return membersByType.containsKey(simpleName);
    }

    /** Whether a type of this name declares, not inherits, a member of this name. */
    boolean hasMember(String type, String member) {
        return membersByType.getOrDefault(type, Set.of()).contains(member);
    }

    private final class Reader extends TreeScanner<Void, Void> {
        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            Set<String> members =
                    membersByType.computeIfAbsent(tree.getSimpleName().toString(), name -> new HashSet<>());
            for (Tree member : tree.getMembers()) {
                switch (member) {
                    case MethodTree method -> members.add(method.getName().toString());
                    case VariableTree field -> members.add(field.getName().toString());
                    case ClassTree nested -> members.add(nested.getSimpleName().toString());
                    default -> {
                        // Initialisers have no name.
                    }
                }
            }
            return super.visitClass(tree, null);
        }
    }
}
