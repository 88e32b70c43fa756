package dev.rmtwin.scenarios.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** Ends a command with one line a problem on standard error and an exit status; never shown with a stack trace. */
public final class CommandFailure extends RuntimeException {
    private final int status;
    private final List<String> problems;

    private CommandFailure(int status, List<String> problems, Throwable cause) {
        super(String.join("\n", problems), cause);
        this.status = status;
        this.problems = List.copyOf(problems);
    }

    /** Bad usage or bad input: what is wrong and what would be right, a line each. */
    public static CommandFailure badInput(List<String> problems) {
        return new CommandFailure(ExitStatus.BAD_INPUT, problems, null);
    }

    /** Bad usage or bad input in one line. */
    public static CommandFailure badInput(String problem) {
        return badInput(List.of(problem));
    }

    /** A file or folder that cannot be used, with the reason that the system gave. */
    public static CommandFailure environment(String what, Path path, IOException cause) {
        return new CommandFailure(ExitStatus.ENVIRONMENT, List.of(what + " " + path + ": " + reason(cause)), cause);
    }

    /** Something else that the environment lacks, one line a problem. */
    public static CommandFailure environment(List<String> problems, Throwable cause) {
        return new CommandFailure(ExitStatus.ENVIRONMENT, problems, cause);
    }

    /** The system's reason without a stack trace and without the path once more. */
    static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException missing -> "no such file or folder";
            case NotDirectoryException file -> "is not a folder";
            case FileAlreadyExistsException exists -> "exists and is not a folder";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }

    /** The reason with the file that it is about, where the exception knows it. */
    static String describe(IOException e) {
        boolean named = e instanceof FileSystemException file && file.getFile() != null;
        return named ? ((FileSystemException) e).getFile() + ": " + reason(e) : reason(e);
    }

    /** The exit status. */
    public int status() {
        return status;
    }

    /** One line a problem. */
    public List<String> problems() {
        return problems;
    }
}
