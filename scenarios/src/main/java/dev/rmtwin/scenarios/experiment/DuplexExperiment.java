package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.stream.ReceiveDma;
import dev.rmtwin.pcie.stream.SpiLink;
import dev.rmtwin.pcie.stream.StreamControl;
import dev.rmtwin.pcie.stream.StreamRegister;
import dev.rmtwin.pcie.stream.TransmitDma;
import java.lang.foreign.ValueLayout;

/**
 * Transfers over SPI, end to end: a transmitting and a receiving channel for each. When the channel that the program waits for is
 * complete, it takes the transfer's bytes for received and starts the next.
 */
public final class DuplexExperiment {
    private static final int RECEIVER = 0;
    private static final int TRANSMITTER = 1;
    private static final long CONTROL = StreamControl.ENABLE.mask() | StreamControl.COMPLETE_IE.mask();

    private DuplexExperiment() {}

    /** What a program takes for the end of a transfer. */
    public enum WaitsFor {
        TRANSMIT,
        RECEIVE
    }

    /**
     * The link and the program.
     *
     * @param clockHz shift clock
     * @param bufferUnits units that wait before the shift register
     * @param unitsEach bytes of a transfer
     * @param transfers how many
     * @param waitsFor what ends one
     */
    public record Setting(long clockHz, int bufferUnits, int unitsEach, int transfers, WaitsFor waitsFor) {}

    /**
     * What came out.
     *
     * @param shiftPs time of one byte on the link
     * @param leadPs from transmit's completion to receive's, in the first transfer; 0 when receive never completed
     * @param transfers transfers that the program takes for done
     * @param misaligned of these, transfers whose bytes are not the slave's answers of that transfer
     * @param shifted bytes that went over the link
     */
    public record Duplex(long shiftPs, long leadPs, long transfers, long misaligned, long shifted) {}

    /** Runs the transfers. */
    public static Duplex run(Microcontroller chip, Setting setting) {
        return new Program(chip, setting).run();
    }

    private static final class Program {
        private final Microcontroller chip;
        private final Setting setting;
        private final HostRegion sent;
        private final HostRegion received;
        private final Draw answers;
        private final SpiLink link;
        private long transmittedPs;
        private long receivedPs;
        private int done;

        Program(Microcontroller chip, Setting setting) {
            this.chip = chip;
            this.setting = setting;
            sent = chip.buffer(setting.unitsEach);
            received = chip.buffer(setting.unitsEach * setting.transfers);
            answers = chip.seeds().seam("chip/spi/answers");
            link = chip.engine()
                    .register(new SpiLink(
                            "chip/spi",
                            new SpiLink.Shift(setting.clockHz, Byte.SIZE, setting.bufferUnits),
                            n -> answers.bits(0, n),
                            chip.engine().seams()));
            ReceiveDma receiver = chip.receiver(RECEIVER, link.unitPs(), now -> {
                receivedPs = receivedPs == 0 ? now : receivedPs;
                chip.line(RECEIVER).raise(now);
            });
            TransmitDma transmitter = chip.transmitter(TRANSMITTER, now -> {
                transmittedPs = transmittedPs == 0 ? now : transmittedPs;
                chip.line(TRANSMITTER).raise(now);
            });
            link.connect(receiver, transmitter);
            int awaited = setting.waitsFor == WaitsFor.TRANSMIT ? TRANSMITTER : RECEIVER;
            chip.serve(
                    awaited,
                    new StreamService(
                            chip, awaited, setting.unitsEach, CONTROL, (kind, units, context) -> onDone(context)));
        }

        Duplex run() {
            start(0);
            long perTransferPs = (setting.unitsEach + setting.bufferUnits + 1) * link.unitPs() + 20 * Ps.US;
            chip.engine().runUntil(setting.transfers * perTransferPs);
            long misaligned = 0;
            for (int transfer = 0; transfer < done; transfer++) {
                misaligned += right(transfer) ? 0 : 1;
            }
            long leadPs = receivedPs == 0 ? 0 : receivedPs - transmittedPs;
            return new Duplex(link.unitPs(), leadPs, done, misaligned, link.emitted());
        }

        private void onDone(RoutineContext context) {
            done++;
            if (done < setting.transfers) {
                start(context.nowPs());
            }
        }

        /** Arms the receiver before the transmitter, as one must: from then on the link's clock runs. */
        private void start(long atPs) {
            channel(RECEIVER, received.address() + (long) done * setting.unitsEach, atPs);
            channel(TRANSMITTER, sent.address(), atPs);
        }

        private void channel(int channel, long address, long atPs) {
            chip.write(channel, StreamRegister.CONTROL, 0, atPs);
            chip.write(channel, StreamRegister.ADDRESS, address, atPs);
            chip.write(channel, StreamRegister.LENGTH, setting.unitsEach, atPs);
            chip.write(channel, StreamRegister.CONTROL, CONTROL, atPs);
        }

        private boolean right(int transfer) {
            long first = (long) transfer * setting.unitsEach;
            for (long n = first; n < first + setting.unitsEach; n++) {
                if (received.segment().get(ValueLayout.JAVA_BYTE, n) != (byte) answers.bits(0, n)) {
                    return false;
                }
            }
            return true;
        }
    }
}
