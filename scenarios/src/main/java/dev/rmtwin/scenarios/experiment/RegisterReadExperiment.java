package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.stream.I2cBus;
import dev.rmtwin.pcie.stream.I2cDevice;
import dev.rmtwin.pcie.stream.I2cField;
import dev.rmtwin.pcie.stream.I2cRegister;
import dev.rmtwin.pcie.stream.ReceiveDma;
import dev.rmtwin.pcie.stream.StreamControl;
import dev.rmtwin.pcie.stream.StreamRegister;
import java.lang.foreign.ValueLayout;

/**
 * Reads of a device's registers over I2C by DMA: a start, the register's address by a transmitting channel, a repeated start, and the
 * bytes by a receiving channel. The program turns the bus round when the transmitting channel is complete, or when the master says that
 * the byte has gone out.
 */
public final class RegisterReadExperiment {
    private static final int RECEIVER = 0;
    private static final int TRANSMITTER = 1;
    private static final long CONTROL = StreamControl.ENABLE.mask() | StreamControl.COMPLETE_IE.mask();
    private static final int DEVICE = 0x48;
    private static final int READ_BYTES = 4;
    private static final int FRAME_BITS = 80;
    private static final int REGISTER_STEP = 12;
    /** Reads take four registers each, so a pointer that was never set stands at a multiple of four: nowhere near. */
    private static final int FIRST_REGISTER = 2;

    private static final int REGISTERS = 256;

    private RegisterReadExperiment() {}

    /**
     * What came out.
     *
     * @param reads reads that the program takes for done
     * @param wrong of these, reads that brought other bytes than the registers hold
     * @param lostBytes bytes that were handed over and never went out
     */
    public record Reads(long reads, long wrong, long lostBytes) {}

    /** Reads so often, each time another register. */
    public static Reads run(Microcontroller chip, long clockHz, boolean waits, int reads) {
        return new Program(chip, clockHz, waits, reads).run();
    }

    private static final class Program {
        private final Microcontroller chip;
        private final int reads;
        private final I2cDevice device = new I2cDevice(DEVICE);
        private final I2cBus i2c;
        private final HostRegion sent;
        private final HostRegion received;
        private final long endPs;
        private int done;
        private long wrong;

        Program(Microcontroller chip, long clockHz, boolean waits, int reads) {
            this.chip = chip;
            this.reads = reads;
            for (int register = 0; register < REGISTERS; register++) {
                device.set(register, (int) chip.seeds().seam("chip/i2c/device").bits(0, register));
            }
            i2c = chip.i2c(clockHz, device);
            ReceiveDma receiver = chip.receiver(RECEIVER, i2c.unitPs());
            i2c.connect(receiver, chip.transmitter(TRANSMITTER, chip.line(TRANSMITTER)));
            sent = chip.buffer(1);
            received = chip.buffer(READ_BYTES);
            chip.serve(
                    RECEIVER,
                    new StreamService(chip, RECEIVER, READ_BYTES, CONTROL, (kind, n, context) -> onRead(context)));
            if (waits) {
                chip.serve(Microcontroller.I2C_VECTOR, new SentService(chip, this::turnRound));
            } else {
                chip.serve(
                        TRANSMITTER,
                        new StreamService(chip, TRANSMITTER, 1, CONTROL, (kind, n, context) -> turnRound(context)));
            }
            chip.write(I2cRegister.DEVICE, DEVICE, 0);
            chip.write(I2cRegister.COUNT, READ_BYTES, 0);
            chip.write(I2cRegister.ENABLE, waits ? I2cField.SENT.mask() : 0, 0);
            endPs = reads * (FRAME_BITS * Ps.SECOND / clockHz + 20 * Ps.US);
        }

        Reads run() {
            start(0);
            chip.engine().runUntil(endPs);
            return new Reads(done, wrong, i2c.lost());
        }

        private void start(long atPs) {
            sent.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) register());
            channel(RECEIVER, received.address(), READ_BYTES, atPs);
            channel(TRANSMITTER, sent.address(), 1, atPs);
            chip.write(I2cRegister.COMMAND, I2cField.START.mask(), atPs);
        }

        private int register() {
            return (FIRST_REGISTER + done * REGISTER_STEP) % REGISTERS;
        }

        private void channel(int channel, long address, int units, long atPs) {
            chip.write(channel, StreamRegister.CONTROL, 0, atPs);
            chip.write(channel, StreamRegister.ADDRESS, address, atPs);
            chip.write(channel, StreamRegister.LENGTH, units, atPs);
            chip.write(channel, StreamRegister.CONTROL, CONTROL, atPs);
        }

        private void turnRound(RoutineContext context) {
            chip.write(I2cRegister.COMMAND, I2cField.START.mask() | I2cField.READ.mask(), context.nowPs());
        }

        private void onRead(RoutineContext context) {
            boolean right = true;
            for (int i = 0; i < READ_BYTES; i++) {
                right &= received.segment().get(ValueLayout.JAVA_BYTE, i)
                        == (byte) device.get((register() + i) % REGISTERS);
            }
            wrong += right ? 0 : 1;
            done++;
            if (done < reads) {
                start(context.nowPs());
            }
        }
    }

    /** The service routine of the master: clear what has happened, call back. */
    private static final class SentService implements InterruptHandler, Routine {
        /** Takes the event. */
        @FunctionalInterface
        interface Callback {
            void onSent(RoutineContext context);
        }

        private final Microcontroller chip;
        private final HostProfile.Interrupt cost;
        private final Callback callback;
        private boolean asked;

        SentService(Microcontroller chip, Callback callback) {
            this.chip = chip;
            this.callback = callback;
            cost = chip.host().profile().interrupt();
        }

        @Override
        public Routine onMessage(int vector, long nowPs) {
            asked = false;
            return this;
        }

        @Override
        public Want resume(RoutineContext context) {
            if (!asked) {
                asked = true;
                context.charge(cost.servicePs());
                return context.read(
                        chip.bus(), Microcontroller.address(I2cRegister.STATUS), I2cRegister.STATUS.widthBytes());
            }
            chip.write(I2cRegister.STATUS, context.value() & ~I2cField.BUSY.mask(), context.nowPs());
            if (I2cField.SENT.isSet(context.value())) {
                context.charge(cost.perCompletionPs());
                callback.onSent(context);
            }
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            asked = visitor.value("asked", asked);
        }
    }
}
