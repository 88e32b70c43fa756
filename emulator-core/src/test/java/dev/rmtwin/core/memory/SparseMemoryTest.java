package dev.rmtwin.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SparseMemoryTest {
    private static final int SIZE_BYTES = 4 * SparseMemory.PAGE_BYTES;

    /** Bytes to write somewhere. */
    record Write(int offset, int lengthBytes, int first) {
        byte[] bytes() {
            byte[] bytes = new byte[lengthBytes];
            for (int i = 0; i < lengthBytes; i++) {
                bytes[i] = (byte) (first + 37 * i);
            }
            return bytes;
        }
    }

    @Provide
    Arbitrary<List<Write>> writes() {
        Arbitrary<Integer> anywhere = Arbitraries.integers().between(0, SIZE_BYTES - 1);
        Arbitrary<Integer> nearPageEnds = Combinators.combine(
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.integers().between(-20, 20))
                .as((page, by) -> page * SparseMemory.PAGE_BYTES + by);
        return Combinators.combine(
                        Arbitraries.oneOf(anywhere, nearPageEnds),
                        Arbitraries.integers().between(0, 200),
                        Arbitraries.integers().between(0, 255))
                .as((offset, length, first) -> new Write(Math.min(offset, SIZE_BYTES - length), length, first))
                .list()
                .ofMaxSize(30);
    }

    @Property
    void shouldReadWhatAPlainArrayReads(@ForAll("writes") List<Write> writes) {
        SparseMemory memory = new SparseMemory(SIZE_BYTES);
        byte[] oracle = new byte[SIZE_BYTES];
        for (Write write : writes) {
            memory.write(write.offset(), MemorySegment.ofArray(write.bytes()), 0, write.bytes().length);
            System.arraycopy(write.bytes(), 0, oracle, write.offset(), write.bytes().length);
        }
        assertThat(read(memory, 0, SIZE_BYTES)).isEqualTo(oracle);
        for (Write write : writes) {
            byte[] expected = Arrays.copyOfRange(oracle, write.offset(), write.offset() + write.bytes().length);
            assertThat(read(memory, write.offset(), expected.length)).isEqualTo(expected);
        }
    }

    @Property
    void shouldHashContentsNotHistory(@ForAll("writes") List<Write> writes) {
        SparseMemory pieceByPiece = new SparseMemory(SIZE_BYTES);
        byte[] contents = new byte[SIZE_BYTES];
        for (Write write : writes) {
            pieceByPiece.write(write.offset(), MemorySegment.ofArray(write.bytes()), 0, write.bytes().length);
            System.arraycopy(write.bytes(), 0, contents, write.offset(), write.bytes().length);
        }
        SparseMemory atOnce = new SparseMemory(SIZE_BYTES);
        atOnce.write(0, MemorySegment.ofArray(contents), 0, SIZE_BYTES);

        assertThat(atOnce.pageCount()).isEqualTo(4);
        assertThat(pieceByPiece.contentHash()).isEqualTo(atOnce.contentHash());
    }

    @Property
    void shouldHashEveryByteAndItsPlace(@ForAll("writes") List<Write> writes) {
        SparseMemory memory = new SparseMemory(SIZE_BYTES);
        for (Write write : writes) {
            memory.write(write.offset(), MemorySegment.ofArray(write.bytes()), 0, write.bytes().length);
        }
        long before = memory.contentHash();
        byte[] one = read(memory, 77, 1);
        memory.write(77, MemorySegment.ofArray(new byte[] {(byte) (one[0] + 1)}), 0, 1);

        assertThat(memory.contentHash()).isNotEqualTo(before);
        memory.write(77, MemorySegment.ofArray(one), 0, 1);
        assertThat(memory.contentHash()).isEqualTo(before);
    }

    @Test
    void shouldCostNothingUntilWrittenEvenAt256Megabytes() {
        SparseMemory memory = new SparseMemory(256L << 20);

        assertThat(read(memory, (256L << 20) - 100, 100)).isEqualTo(new byte[100]);
        assertThat(memory.pageCount()).isZero();
        memory.write((200L << 20) - 1, MemorySegment.ofArray(new byte[] {1, 2}), 0, 2);
        assertThat(memory.pageCount()).isEqualTo(2);
    }

    @Test
    void shouldRefuseAccessesBeyondItsSize() {
        SparseMemory memory = new SparseMemory(100);
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);

        assertThatThrownBy(() -> memory.write(93, bytes, 0, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.read(-1, bytes, 0, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(memory.pageCount()).isZero();
        memory.write(92, bytes, 0, 8);
    }

    private static byte[] read(SparseMemory memory, long offset, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        memory.read(offset, MemorySegment.ofArray(bytes), 0, lengthBytes);
        return bytes;
    }
}
