package dev.rmtwin.pcie.register;

import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.state.StateLoader;
import dev.rmtwin.core.state.StateSaver;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What each access mode does to a value. */
class RegisterFileTest {
    private static final int MODES = 0;
    private static final int CAREFUL = 1;
    private static final int FIFO = 2;
    private static final int CONSTANT = 3;
    /** One byte of each mode: RW, RW1C, W0C, RC, then RO, WO, reserved, live. */
    private static final RegisterBlock BLOCK = new RegisterBlock(
            "modes",
            "one register with all modes",
            new RegisterBlock.Place(0, 0, 0x20, 1),
            List.of(
                    Register.at(0x00, 8)
                            .reset(0x5A)
                            .fields(
                                    field("RW", 0, 8, Access.RW, ""),
                                    field("RW1C", 8, 8, Access.RW1C, ""),
                                    field("W0C", 16, 8, Access.W0C, ""),
                                    field("RC", 24, 8, Access.RC, ""),
                                    field("RO", 32, 8, Access.RO, ""),
                                    field("WO", 40, 8, Access.WO, ""),
                                    reserved(48, 8),
                                    field("LIVE", 56, 8, Access.RO, "").live())
                            .named("MODES"),
                    Register.at(0x08, 2).clearedAfterRead().whole(Access.W0C).named("CAREFUL"),
                    Register.at(0x0A, 1).whole(Access.POP).named("FIFO"),
                    Register.at(0x0B, 1).reset(7).whole(Access.RO).named("CONSTANT")));

    private final Hardware hardware = new Hardware();
    private final RegisterFile file = new RegisterFile(BLOCK, hardware);

    private static final class Hardware implements RegisterBehaviour {
        private final List<Long> commands = new ArrayList<>();
        private long live;
        private int entries = 3;
        private Verdict verdict = Verdict.TAKEN;

        @Override
        public long onPeek(int index) {
            return index == FIFO ? entries : live;
        }

        @Override
        public void onRead(int index, long nowPs) {
            entries -= index == FIFO ? 1 : 0;
        }

        @Override
        public Verdict onWrite(int index, long present, long next, long nowPs) {
            return verdict;
        }

        @Override
        public void onWritten(int index, long present, long next, long nowPs) {
            commands.add(next);
        }
    }

    private long read(long offset, int widthBytes) {
        return file.read(BLOCK.locate(offset, widthBytes), widthBytes, 0);
    }

    private Verdict write(long offset, int widthBytes, long value) {
        return file.write(BLOCK.locate(offset, widthBytes), widthBytes, value, 0);
    }

    @Test
    void shouldStartAndResetWithTheDeclaredValues() {
        assertThat(file.peek(MODES)).isEqualTo(0x5A);
        assertThat(file.peek(CONSTANT)).isEqualTo(7);
        write(0, 1, 0xFF);
        file.set(MODES, 0xFF_FFFF_FF00L);
        file.reset();
        assertThat(file.peek(MODES)).isEqualTo(0x5A);
    }

    @Test
    void shouldTouchOnlyTheLanesThatAWriteCovers() {
        file.set(MODES, 0x00FF_FF00L);
        write(0, 1, 0xC3);
        assertThat(file.peek(MODES)).as("latched bits after a write of lane 0").isEqualTo(0xFF_FFC3);
        write(1, 1, 0x0F);
        assertThat(file.peek(MODES)).as("write 1 to clear").isEqualTo(0xFF_F0C3);
        write(2, 1, 0x0F);
        assertThat(file.peek(MODES)).as("write 0 to clear").isEqualTo(0x0F_F0C3);
    }

    @Test
    void shouldNeverSetALatchedBitByWriting() {
        write(0, 8, -1L);
        assertThat(file.peek(MODES)).isEqualTo(0xFF);
        write(0, 8, 0);
        assertThat(file.peek(MODES)).isZero();
    }

    @Test
    void shouldClearByReadingOnlyTheLanesRead() {
        file.set(MODES, 0xFF00_0000L);
        assertThat(read(0, 2)).isEqualTo(0x5A);
        assertThat(file.peek(MODES)).isEqualTo(0xFF00_005AL);
        assertThat(read(3, 1)).isEqualTo(0xFF);
        assertThat(file.peek(MODES)).isEqualTo(0x5A);
    }

    @Test
    void shouldHandACommandToHardwareAndKeepNoneOfIt() {
        write(4, 4, 0xFFFF_FFFFL);
        assertThat(hardware.commands).containsExactly(0xFF00_0000_005AL);
        assertThat(file.peek(MODES)).isEqualTo(0x5A);
    }

    @Test
    void shouldReadReservedBitsAsZeroAndLiveBitsAsTheyAre() {
        hardware.live = -1L;
        assertThat(read(6, 1)).isZero();
        assertThat(read(7, 1)).isEqualTo(0xFF);
        assertThat(file.peek(MODES)).isEqualTo(0xFF00_0000_0000_005AL);
    }

    @Test
    void shouldClearOnlyWhatHasBeenReadAsSetWhereTheRegisterSaysSo() {
        file.set(CAREFUL, 0x0101);
        write(8, 2, 0);
        assertThat(file.peek(CAREFUL)).as("never read").isEqualTo(0x0101);
        read(8, 1);
        write(8, 2, 0);
        assertThat(file.peek(CAREFUL)).as("only the low byte was read").isEqualTo(0x0100);
        file.set(CAREFUL, 0x0001);
        write(8, 2, 0);
        assertThat(file.peek(CAREFUL)).as("set again since it was read").isEqualTo(0x0101);
    }

    @Test
    void shouldNotTakeAnEntryByPeeking() {
        assertThat(file.peek(FIFO)).isEqualTo(3);
        assertThat(file.peek(FIFO)).isEqualTo(3);
        assertThat(read(10, 1)).isEqualTo(3);
        assertThat(read(10, 1)).isEqualTo(2);
    }

    @Test
    void shouldRefuseAWriteOfARegisterThatCanOnlyBeRead() {
        assertThat(write(11, 1, 0)).isEqualTo(Verdict.REFUSED);
        assertThat(file.peek(CONSTANT)).isEqualTo(7);
        assertThat(hardware.commands).isEmpty();
    }

    @Test
    void shouldChangeNothingWhenHardwareIsBusyOrRefuses() {
        file.set(MODES, 0xFF00L);
        for (Verdict verdict : List.of(Verdict.BUSY, Verdict.REFUSED)) {
            hardware.verdict = verdict;
            assertThat(write(0, 8, -1L)).isEqualTo(verdict);
            assertThat(file.peek(MODES)).isEqualTo(0xFF5A);
        }
        assertThat(hardware.commands).isEmpty();
    }

    @Test
    void shouldBeTheSameAfterSavingAndRestoring() {
        file.set(CAREFUL, 0x0101);
        read(8, 1);
        write(0, 1, 0x42);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        file.state(new StateSaver(new DataOutputStream(saved)));
        RegisterFile other = new RegisterFile(BLOCK, hardware);
        other.state(new StateLoader(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())), "file"));
        assertThat(other.peek(MODES)).isEqualTo(0x42);
        other.write(BLOCK.locate(8, 2), 2, 0, 0);
        assertThat(other.peek(CAREFUL)).as("what has been read is remembered").isEqualTo(0x0100);
    }
}
