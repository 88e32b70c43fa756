package dev.rmtwin.pcie.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.register.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs of channels on the links that both send and receive. */
class LinkTest {
    private static final int DEVICE = 0x50;
    private static final long BYTE_PS = 8 * Ps.US;

    private final StreamBench bench = new StreamBench(1, BYTE_PS);
    private final HostRegion source = bench.host.memory().map(64, 64);
    private final TransmitDma transmit = bench.engine.register(new TransmitDma(
            "dma/1",
            new StreamDma.Wiring(
                    new ChipHost(bench.host),
                    now -> {},
                    new MoveCost(StreamBench.MOVE_PS, Tail.NONE),
                    1,
                    bench.seeds)));

    private void write(StreamRegister register, long value) {
        transmit.write(register.offset(), register.widthBytes(), value, bench.engine.nowPs());
    }

    private void send(int units) {
        write(StreamRegister.CONTROL, 0);
        write(StreamRegister.ADDRESS, source.address());
        write(StreamRegister.LENGTH, units);
        write(StreamRegister.CONTROL, StreamControl.ENABLE.mask());
    }

    private long runUntil(StreamDma channel) {
        while (!StreamStatus.COMPLETE.isSet(channel.peek(StreamRegister.STATUS))) {
            assertThat(bench.engine.step()).isTrue();
        }
        return bench.engine.nowPs();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2"})
    void shouldCompleteTransmitBeforeReceiveByTheUnitsThatAreInside(int bufferUnits, int unitsBetween) {
        SpiLink spi = bench.engine.register(
                new SpiLink("spi", new SpiLink.Shift(1_000_000, 8, bufferUnits), n -> n ^ 0x5A, bench.engine.seams()));
        spi.connect(bench.dma, transmit);
        bench.answering = false;
        bench.enable(bench.buffer.address(), 8, StreamBench.control(false, 0, 0));
        source.segment().set(ValueLayout.JAVA_BYTE, 7, (byte) 0x77);
        send(8);
        long sentPs = runUntil(transmit);
        long receivedPs = runUntil(bench.dma);
        assertThat(receivedPs - sentPs - StreamBench.MOVE_PS)
                .isBetween(unitsBetween * BYTE_PS - StreamBench.MOVE_PS, unitsBetween * BYTE_PS);
        for (int i = 0; i < 8; i++) {
            assertThat(bench.bytes(i, i + 1)[0]).isEqualTo((byte) (i ^ 0x5A));
        }
        assertThat(spi.lastSent()).isEqualTo(0x77);
        assertThat(spi.emitted()).isEqualTo(8);
    }

    @Test
    void shouldSendNoMoreThanItsBufferOverALinkThatIsFasterThanMoves() {
        SpiLink spi = bench.engine.register(
                new SpiLink("spi", new SpiLink.Shift(200_000_000, 8, 1), n -> n, bench.engine.seams()));
        spi.connect(bench.dma, transmit);
        for (int i = 0; i < 64; i++) {
            source.segment().set(ValueLayout.JAVA_BYTE, i, (byte) i);
        }
        send(9);
        runUntil(transmit);
        bench.run(bench.engine.nowPs() + Ps.MS);
        assertThat(spi.emitted()).isEqualTo(9);
        assertThat(spi.lastSent()).isEqualTo(8);
        assertThat(StreamStatus.ERROR.isSet(transmit.peek(StreamRegister.STATUS)))
                .isFalse();
    }

    private final I2cDevice device = new I2cDevice(DEVICE);
    private I2cBus i2c;
    private int lines;

    private void i2c(I2cRegister register, long value) {
        i2c.write(register.offset(), register.widthBytes(), value, bench.engine.nowPs());
    }

    private boolean status(Field field) {
        return field.isSet(i2c.peek(I2cRegister.STATUS));
    }

    private void bus() {
        i2c = bench.engine.register(new I2cBus("i2c", 400_000, device, now -> lines++, bench.engine.seams()));
        i2c.connect(bench.dma, transmit);
        for (int i = 0; i < 256; i++) {
            device.set(i, 255 - i);
        }
        source.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 0x20);
        i2c(I2cRegister.DEVICE, DEVICE);
        i2c(I2cRegister.COUNT, 4);
        i2c(I2cRegister.ENABLE, 0x3E);
        bench.enable(bench.buffer.address(), 4, StreamBench.control(false, 0, 0));
        send(1);
        i2c(I2cRegister.COMMAND, I2cField.START.mask());
    }

    private void settle() {
        bench.run(bench.engine.nowPs() + Ps.MS);
    }

    @Test
    void shouldReadFromTheRegisterWhenTheSwitchWaitsForTheByte() {
        bus();
        long nowPs = bench.engine.nowPs();
        settle();
        assertThat(status(I2cField.SENT)).isTrue();
        assertThat(status(I2cField.BUSY)).as("the clock is held").isTrue();
        i2c(I2cRegister.COMMAND, I2cField.START.mask() | I2cField.READ.mask());
        long againPs = bench.engine.nowPs();
        settle();
        assertThat(bench.bytes(0, 4)).containsExactly(255 - 0x20, 255 - 0x21, 255 - 0x22, 255 - 0x23);
        assertThat(status(I2cField.DONE)).isTrue();
        assertThat(status(I2cField.BUSY)).isFalse();
        assertThat(i2c.lost()).isZero();
        assertThat(bench.written.getLast().atPs() - againPs)
                .as("start, address and four bytes of nine bits")
                .isEqualTo(46 * 2_500 * Ps.NS + StreamBench.MOVE_PS);
        assertThat(nowPs).isZero();
    }

    @Test
    void shouldLoseTheWaitingByteWhenTheSwitchDoesNotWait() {
        bus();
        runUntil(transmit);
        i2c(I2cRegister.COMMAND, I2cField.START.mask() | I2cField.READ.mask());
        settle();
        assertThat(i2c.lost()).isEqualTo(1);
        assertThat(status(I2cField.LOST)).isTrue();
        assertThat(bench.bytes(0, 4)).as("from where the pointer was").containsExactly(255, 254, 253, 252);
    }

    @Test
    void shouldStopAndSayWhenNobodyAnswers() {
        bus();
        i2c(I2cRegister.COMMAND, I2cField.RESET.mask());
        settle();
        i2c(I2cRegister.DEVICE, DEVICE + 1);
        i2c(I2cRegister.COUNT, 1);
        i2c(I2cRegister.ENABLE, I2cField.NACK.mask());
        int before = lines;
        i2c(I2cRegister.COMMAND, I2cField.START.mask());
        settle();
        assertThat(status(I2cField.NACK)).isTrue();
        assertThat(status(I2cField.BUSY)).isFalse();
        assertThat(lines).isEqualTo(before + 1);
    }

    @Test
    void shouldWriteRegistersAndStop() {
        bus();
        i2c(I2cRegister.COMMAND, I2cField.RESET.mask());
        settle();
        byte[] bytes = {0x30, 1, 2, 3};
        source.segment().asSlice(0, 4).copyFrom(MemorySegment.ofArray(bytes));
        i2c(I2cRegister.DEVICE, DEVICE);
        send(4);
        i2c(I2cRegister.COMMAND, I2cField.START.mask());
        settle();
        i2c(I2cRegister.COMMAND, I2cField.STOP.mask());
        settle();
        assertThat(new int[] {device.get(0x30), device.get(0x31), device.get(0x32)})
                .containsExactly(1, 2, 3);
        assertThat(status(I2cField.BUSY)).isFalse();
    }

    @Test
    void shouldRefuseAReadOfNothing() {
        bus();
        settle();
        i2c(I2cRegister.COUNT, 0);
        boolean taken = i2c.write(0, 4, I2cField.START.mask() | I2cField.READ.mask(), bench.engine.nowPs());
        assertThat(taken).isFalse();
    }
}
