package dev.rmtwin.core.memory;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Byte-addressed memory that costs what was written: 64-KiB pages on memory segments, made at the first write. What was
 * never written reads as zero.
 *
 * <p>Errors: {@link IndexOutOfBoundsException} for accesses beyond the size; callers check first. Thread: the engine's.
 */
public final class SparseMemory {
    /** Size of a page. */
    public static final int PAGE_BYTES = 1 << 16;

    private static final int PAGE_SHIFT = 16;
    private static final MemorySegment UNWRITTEN =
            Arena.ofAuto().allocate(PAGE_BYTES).asReadOnly();

    private final long sizeBytes;
    private final MemorySegment[] pages;
    private final Arena arena = Arena.ofAuto();

    /** @param sizeBytes size, a multiple of the page size or less than one page */
    public SparseMemory(long sizeBytes) {
        this.sizeBytes = sizeBytes;
        pages = new MemorySegment[Math.toIntExact((sizeBytes + PAGE_BYTES - 1) >>> PAGE_SHIFT)];
    }

    /** Copies {@code lengthBytes} from the source into memory at {@code offset}. */
    public void write(long offset, MemorySegment source, long sourceOffset, int lengthBytes) {
        Objects.checkFromIndexSize(offset, lengthBytes, sizeBytes);
        int done = 0;
        while (done < lengthBytes) {
            long at = offset + done;
            int inPage = (int) (at & PAGE_BYTES - 1);
            int piece = Math.min(lengthBytes - done, PAGE_BYTES - inPage);
            MemorySegment.copy(source, sourceOffset + done, pageForWrite(at), inPage, piece);
            done += piece;
        }
    }

    /** Copies {@code lengthBytes} from memory at {@code offset} into the target. */
    public void read(long offset, MemorySegment target, long targetOffset, int lengthBytes) {
        Objects.checkFromIndexSize(offset, lengthBytes, sizeBytes);
        int done = 0;
        while (done < lengthBytes) {
            long at = offset + done;
            int inPage = (int) (at & PAGE_BYTES - 1);
            int piece = Math.min(lengthBytes - done, PAGE_BYTES - inPage);
            MemorySegment page = pages[(int) (at >>> PAGE_SHIFT)];
            MemorySegment.copy(page == null ? UNWRITTEN : page, inPage, target, targetOffset + done, piece);
            done += piece;
        }
    }

    /** Bytes addressable. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Pages that exist. */
    public int pageCount() {
        int count = 0;
        for (MemorySegment page : pages) {
            if (page != null) {
                count++;
            }
        }
        return count;
    }

    /** A hash of the contents; pages of zeros and pages that do not exist hash alike. */
    public long contentHash() {
        long hash = 0;
        for (int index = 0; index < pages.length; index++) {
            if (pages[index] != null) {
                long pageHash = pageHash(pages[index]);
                if (pageHash != 0) {
                    hash = Long.rotateLeft(hash ^ pageHash ^ index * 0x9E37_79B9_7F4A_7C15L, 29)
                            * 0xC2B2_AE3D_27D4_EB4FL;
                }
            }
        }
        return hash;
    }

    private static long pageHash(MemorySegment page) {
        long hash = 0;
        for (long at = 0; at < PAGE_BYTES; at += Long.BYTES) {
            long word = page.get(ValueLayout.JAVA_LONG, at);
            if (word != 0) {
                hash = Long.rotateLeft(hash ^ word ^ at * 0x1656_67B1_9E37_79F9L, 31) * 0x9E37_79B9_7F4A_7C15L;
            }
        }
        return hash;
    }

    /** Saves or restores the contents, page by page. */
    public void state(StateVisitor visitor) {
        int count = visitor.value("pages", pageCount());
        int index = -1;
        for (int n = 0; n < count; n++) {
            index = visitor.value("page", visitor.restoring() ? 0 : nextPage(index + 1));
            Objects.checkIndex(index, pages.length);
            visitor.segment("contents", pageForWrite((long) index << PAGE_SHIFT));
        }
    }

    private int nextPage(int from) {
        int index = from;
        while (pages[index] == null) {
            index++;
        }
        return index;
    }

    private MemorySegment pageForWrite(long offset) {
        int index = (int) (offset >>> PAGE_SHIFT);
        MemorySegment page = pages[index];
        if (page == null) {
            page = arena.allocate(PAGE_BYTES, Long.BYTES);
            pages[index] = page;
        }
        return page;
    }
}
