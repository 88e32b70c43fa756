package dev.rmtwin.pcie.register;

import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Declarations: what is refused, and what positions mean. */
class RegisterTest {
    private static final Field LOW = field("LOW", 0, 4, Access.RW, "low half");
    private static final Field HIGH = field("HIGH", 4, 4, Access.RO, "high half");

    @Test
    void shouldExtractAndDepositAFieldAtItsPlaceOnly() {
        assertThat(HIGH.of(0xA5)).isEqualTo(0xA);
        assertThat(LOW.of(0xA5)).isEqualTo(5);
        assertThat(HIGH.deposit(0xA5, 3)).isEqualTo(0x35);
        assertThat(LOW.deposit(0xA5, 0x1F)).as("what does not fit is cut off").isEqualTo(0xAF);
        assertThat(LOW.isSet(0xF0)).isFalse();
        assertThat(HIGH.bits(1)).isEqualTo(0x10);
    }

    @Test
    void shouldReachTheTopBitOfTheWidestRegister() {
        Field top = field("TOP", 63, 1, Access.RW, "top bit");
        Field all = field("ALL", 0, 64, Access.RW, "all bits");
        assertThat(top.mask()).isEqualTo(Long.MIN_VALUE);
        assertThat(top.of(-1L)).isEqualTo(1);
        assertThat(all.mask()).isEqualTo(-1L);
        assertThat(all.deposit(5, -7)).isEqualTo(-7);
    }

    @Test
    void shouldRefuseAHole() {
        assertThatThrownBy(() -> Register.at(0, 2).fields(LOW, HIGH).named("R"))
                .hasMessage("R leaves bits undeclared: ff00");
    }

    @Test
    void shouldRefuseAnOverlap() {
        Field wide = field("WIDE", 3, 5, Access.RW, "five bits");
        assertThatThrownBy(() -> Register.at(0, 1).fields(LOW, wide).named("R"))
                .hasMessageContaining("R.WIDE overlaps");
    }

    @Test
    void shouldRefuseAFieldBeyondTheRegister() {
        Field beyond = field("BEYOND", 6, 4, Access.RW, "four bits");
        assertThatThrownBy(() -> Register.at(0, 1).fields(LOW, beyond).named("R"))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> field("BEYOND", 60, 5, Access.RW, "five bits"))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldRefuseTwoFieldsOfOneName() {
        assertThatThrownBy(() -> Register.at(0, 1)
                        .fields(LOW, field("LOW", 4, 4, Access.RW, "again"))
                        .named("R"))
                .hasMessageContaining("two fields LOW");
    }

    @Test
    void shouldRefuseAResetValueInBitsThatKeepNone() {
        assertThatThrownBy(() -> Register.at(0, 1)
                        .reset(0x10)
                        .fields(LOW, reserved(4, 4))
                        .named("R"))
                .hasMessageContaining("keep none: 10");
        assertThatThrownBy(
                        () -> Register.at(0, 1).reset(0x100).fields(LOW, HIGH).named("R"))
                .hasMessageContaining("100");
    }

    @Test
    void shouldRefuseOddWidthsAndPlaces() {
        for (Register.Builder odd : List.of(Register.at(0, 3), Register.at(2, 4), Register.at(-4, 4))) {
            assertThatThrownBy(() -> odd.whole(Access.RW).named("R")).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Register.at(0, 16).whole(Access.RW).named("R"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseRegistersThatOverlapOrLieOutsideTheirBlock() {
        Register word = Register.at(4, 4).whole(Access.RW).named("WORD");
        Register inside = Register.at(6, 2).whole(Access.RW).named("INSIDE");
        assertThatThrownBy(() -> block(8, word, inside)).hasMessageContaining("INSIDE overlaps");
        assertThatThrownBy(() -> block(6, word)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(
                        () -> block(16, word, Register.at(8, 4).whole(Access.RW).named("WORD")))
                .hasMessageContaining("two registers WORD");
    }

    @Test
    void shouldReachByteLanesOfOneRegisterAndNothingElse() {
        RegisterBlock block = block(
                16,
                Register.at(0, 4).whole(Access.RW).named("A"),
                Register.at(4, 1).whole(Access.RW).named("B"),
                Register.at(8, 8).whole(Access.RW).named("C"));
        assertThat(RegisterBlock.index(block.locate(0, 4))).isZero();
        assertThat(RegisterBlock.lane(block.locate(0, 4))).isZero();
        assertThat(RegisterBlock.lane(block.locate(2, 2))).isEqualTo(2);
        assertThat(RegisterBlock.index(block.locate(12, 4))).isEqualTo(2);
        assertThat(RegisterBlock.lane(block.locate(12, 4))).isEqualTo(4);
        int[][] nothing = {
            {0, 8}, {1, 2}, {1, 4}, {4, 2}, {4, 4}, {5, 1}, {8, 16}, {0, 3}, {0, 0}, {0, -1}, {-1, 1}, {16, 1}
        };
        for (int[] access : nothing) {
            assertThat(block.locate(access[0], access[1]))
                    .as("%d bytes at %d", access[1], access[0])
                    .isEqualTo(RegisterBlock.NONE);
        }
        assertThat(block.locate(1L << 32, 4)).as("offsets are not cut off").isEqualTo(RegisterBlock.NONE);
    }

    private static RegisterBlock block(int sizeBytes, Register... registers) {
        return new RegisterBlock("x", "x", new RegisterBlock.Place(0, 0, sizeBytes, 1), List.of(registers));
    }
}
