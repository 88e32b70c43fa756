package dev.rmtwin.pcie.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rmtwin.core.state.StateLoader;
import dev.rmtwin.core.state.StateSaver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MsixTableBlockTest {
    private static final int CONTROL = 0x72;
    private static final int ENABLE = 1 << 15;
    private static final int FUNCTION_MASK = 1 << 14;

    private final ConfigSpace config = Cards.queue();
    private final TreeSet<Integer> pending = new TreeSet<>();
    private final List<Integer> released = new ArrayList<>();
    private final MsixTableBlock table = table(config);

    private MsixTableBlock table(ConfigSpace of) {
        MsixPlace place = new MsixPlace(70, 5, 0, 0x800, 4096);
        return new MsixTableBlock(of, place, pending::contains, (vector, nowPs) -> released.add(vector));
    }

    @Test
    void shouldStartWithEveryVectorMasked() {
        for (int vector = 0; vector < 70; vector++) {
            assertThat(table.read(vector * 16L + 12, 4)).isEqualTo(1);
            assertThat(table.read(vector * 16L, 8)).isZero();
        }
    }

    @Test
    void shouldKeepAddressAndDataAndReadReservedBitsAsZero() {
        table.write(16, 8, -1L, 0);
        table.write(24, 8, 0xFFFF_FFFE_1234_5678L, 0);
        assertThat(table.address(1)).isEqualTo(0xFFFF_FFFF_FFFF_FFFCL);
        assertThat(table.data(1)).isEqualTo(0x1234_5678);
        assertThat(table.read(28, 4)).as("vector control").isZero();
        assertThat(table.masked(1)).isFalse();
        assertThat(table.masked(0)).isTrue();
    }

    @Test
    void shouldHoldNothingBackBeforeMsixIsEnabled() {
        assertThat(table.holds(0)).isFalse();
        config.write(CONTROL, 2, FUNCTION_MASK, 0);
        assertThat(table.holds(0)).isFalse();
    }

    @Test
    void shouldHoldBackByTableMaskAndFunctionMaskAndReleaseWhenBothAreGone() {
        config.write(CONTROL, 2, ENABLE | FUNCTION_MASK, 0);
        released.clear();
        table.write(12, 4, 0, 0);
        assertThat(table.holds(0)).as("function mask").isTrue();
        assertThat(released).isEmpty();
        config.write(CONTROL, 2, ENABLE, 0);
        assertThat(table.holds(0)).isFalse();
        assertThat(table.holds(1)).as("still masked in the table").isTrue();
        assertThat(released).containsExactly(0);
        table.write(28, 4, 0, 0);
        assertThat(released).containsExactly(0, 1);
    }

    @Test
    void shouldShowPendingVectorsAndTakeNoWritesThere() {
        pending.addAll(List.of(0, 33, 69));
        assertThat(table.read(0x800, 8)).isEqualTo(1L | 1L << 33);
        assertThat(table.read(0x808, 8)).isEqualTo(1L << 5);
        table.write(0x800, 8, -1, 0);
        assertThat(table.read(0x804, 4)).isEqualTo(2);
        assertThat(table.read(0x810, 8)).as("reserved").isZero();
        assertThat(table.read(70 * 16, 4)).as("reserved").isZero();
    }

    @Test
    void shouldCountWhatTheSpecificationForbids() {
        assertThat(table.read(0, 2)).isEqualTo(0xFFFF);
        assertThat(table.read(4, 8)).as("not aligned").isEqualTo(-1L);
        assertThat(table.read(4096, 4)).isEqualTo(0xFFFF_FFFFL);
        table.write(12, 1, 0, 0);
        table.write(-4, 4, 0, 0);
        assertThat(table.badAccesses()).isEqualTo(5);
        assertThat(table.masked(0)).isTrue();
    }

    @Test
    void shouldBearAnyAccess() {
        Random random = new Random(11);
        config.write(CONTROL, 2, ENABLE, 0);
        assertThatCode(() -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        long offset = random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(0x900);
                        int width = random.nextInt(10) - 1;
                        table.read(offset, width);
                        table.write(offset, width, random.nextLong(), i);
                    }
                })
                .doesNotThrowAnyException();
        for (int vector = 0; vector < 70; vector++) {
            assertThat(table.address(vector) & 3).isZero();
            assertThat(table.read(vector * 16L + 12, 4)).isIn(0L, 1L);
        }
    }

    @Test
    void shouldComeBackFromASnapshotAndFromReset() {
        table.write(32, 8, 0xFEE0_0000L, 0);
        table.write(44, 4, 0, 0);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        table.state(new StateSaver(new DataOutputStream(saved)));
        MsixTableBlock other = table(Cards.queue());
        other.state(new StateLoader(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())), "card"));
        assertThat(other.address(2)).isEqualTo(0xFEE0_0000L);
        assertThat(other.masked(2)).isFalse();
        other.reset();
        assertThat(other.address(2)).isZero();
        assertThat(other.masked(2)).isTrue();
    }
}
