package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;

/**
 * An asynchronous serial line: each byte has a start bit, its data bits, perhaps a parity bit, and stop bits. 115 200 baud 8N1
 * takes 86.8 us a byte.
 *
 * <p>Fidelity: exact in time; the levels of single bits are not modelled, so there are no framing or parity errors.
 */
public final class UartSource extends PacedSource {
    /**
     * A line's settings.
     *
     * @param baud bits a second
     * @param dataBits 5 to 8
     * @param parity whether each byte has a parity bit
     * @param stopBits 1 or 2
     */
    public record Line(long baud, int dataBits, boolean parity, int stopBits) {
        public Line {
            if (baud < 1 || dataBits < 5 || dataBits > 8 || stopBits < 1 || stopBits > 2) {
                throw new IllegalArgumentException(
                        baud + " baud, " + dataBits + " data bits, " + stopBits + " stop bits");
            }
        }

        /** Eight data bits, no parity, one stop bit. */
        public static Line of8N1(long baud) {
            return new Line(baud, 8, false, 1);
        }

        /** Bits that a byte takes on the line. */
        public int bitsPerByte() {
            return 1 + dataBits + (parity ? 1 : 0) + stopBits;
        }

        ClockDomain byteClock() {
            return new ClockDomain(bitsPerByte() * Ps.SECOND, baud);
        }
    }

    /** A line that sends by a schedule once it is started. */
    public UartSource(String name, Line line, BurstSchedule schedule, SeedTree seeds, SeamRegistry seams) {
        super(name, new Pace(line.byteClock(), line.dataBits(), schedule), seeds, seams);
    }
}
