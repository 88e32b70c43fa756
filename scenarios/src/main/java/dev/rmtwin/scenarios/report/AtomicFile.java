package dev.rmtwin.scenarios.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file whole or not at all: a reader sees the old file or the new one, never a part. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Writes text as UTF-8 to a temporary file in the target's folder, forces it to the disk and moves it in place.
     *
     * @throws IOException when any step fails; the temporary file is gone then and the target is as it was
     */
    public static void write(Path target, String text) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        Path temporary = Files.createFile(folder.resolve(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp"));
        try {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
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
