package dev.rmtwin.scenarios.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file whole or not at all: a reader sees the old file or the new one, never a part. */
public final class AtomicFile {
    private AtomicFile() {}

    /** What goes into a file. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of it; need not flush or close. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes text as UTF-8; see {@link #write(Path, Content)}. */
    public static void write(Path target, String text) throws IOException {
        write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Writes to a temporary file in the target's folder, forces it to the disk and moves it in place. Only files are replaced:
     * a move would take the place of a device, a pipe or an empty folder as well.
     *
     * @throws IOException when any step fails; the temporary file is gone then and the target is as it was
     */
    public static void write(Path target, Content content) throws IOException {
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw new FileSystemException(target.toString(), null, "exists and is not a file");
        }
        Path folder = target.toAbsolutePath().getParent();
        Path temporary = Files.createFile(folder.resolve(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp"));
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
                content.writeTo(out);
                out.flush();
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException e) {
            deleteAfter(e, temporary);
            throw e;
        }
    }

    private static void deleteAfter(Exception cause, Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}
