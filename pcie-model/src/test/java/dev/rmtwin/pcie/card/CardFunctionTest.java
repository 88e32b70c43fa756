package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.InterruptWindow;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resets of function and bus, the way from D3hot to D0, the door of the card's requests, and MSI. */
class CardFunctionTest {
    private static final int ON = ConfigRegister.COMMAND_MEMORY | ConfigRegister.COMMAND_MASTER;
    private static final int BYTES = 4096;

    private static int at(ConfigSpace config, CapabilityId id, int offset) {
        return config.layout().offsetOf(id) + offset;
    }

    private static void power(DmaBench bench, int state) {
        ConfigSpace config = bench.card.config();
        int control = at(config, CapabilityId.POWER_MANAGEMENT, ConfigRegister.PM_CONTROL);
        config.write(control, 2, state, bench.engine.nowPs());
    }

    private static void command(RmCard card, int bits, long nowPs) {
        card.config().write(ConfigRegister.COMMAND, 2, bits, nowPs);
    }

    private static long pciStatus(RmCard card) {
        return card.config().peek(ConfigRegister.STATUS, 2);
    }

    @Test
    void shouldLoseEverythingOnTheWayFromD3WhereTheCardSaysSo() {
        DmaBench plain = new DmaBench();
        plain.write(LocalRegister.MAILBOX3, 0x1234);
        plain.start(0, DmaBench.HIGH, 0, BYTES, true);
        plain.run(3 * Ps.US);
        power(plain, ConfigRegister.D3_HOT);
        plain.run(50 * Ps.US);
        assertThat(plain.read(LocalRegister.MAILBOX3)).as("asleep").isEqualTo(-1L);
        power(plain, 0);
        long landed = plain.hostWrites;
        plain.run(FunctionProfile.STANDARD.powerUpPs() + Ps.US);
        assertThat(plain.card.config().peek(ConfigRegister.COMMAND, 2))
                .as("COMMAND")
                .isZero();
        HostSetUp.run(plain.card, plain.engine.nowPs());
        assertThat(plain.read(LocalRegister.MAILBOX3)).isZero();
        assertThat(plain.done(0)).isTrue();
        plain.run(Ps.MS);
        assertThat(plain.hostWrites).as("nothing goes on").isEqualTo(landed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 700, 1500, 2600, 5000, 9000})
    void shouldLetNothingLandThatWasPostedBeforeABusReset(int ns) {
        DmaBench bench = new DmaBench(LocalProfile.STANDARD, CardIdentity.RM_QUEUE);
        bench.fillCard(0, DmaBench.patterned(BYTES));
        bench.start(0, DmaBench.HIGH, 0, BYTES, true);
        bench.run(ns * Ps.NS);
        long landed = bench.hostWrites;
        bench.card.resetBus(bench.engine.nowPs());
        bench.run(FunctionProfile.STANDARD.resetPs() + Ps.MS);
        assertThat(bench.hostWrites).isEqualTo(landed);
        assertThat(bench.messages).isEmpty();
        assertThat(bench.count(CardCounter.BUS_RESETS)).isEqualTo(1);
        HostSetUp.run(bench.card, bench.engine.nowPs());
        bench.start(0, DmaBench.HIGH, 0, BYTES, true);
        bench.finish(0);
        bench.run(10 * Ps.US);
        assertThat(bench.high.asSlice(0, BYTES).mismatch(DmaBench.patterned(BYTES)))
                .as("and it works again")
                .isEqualTo(-1);
    }

    @Test
    void shouldDropAnswersToReadsFromBeforeAReset() {
        DmaBench bench = new DmaBench(LocalProfile.STANDARD, CardIdentity.RM_QUEUE);
        bench.start(0, DmaBench.HIGH, 0, BYTES, false);
        ConfigSpace config = bench.card.config();
        int status = at(config, CapabilityId.EXPRESS, ConfigRegister.DEVICE_STATUS);
        while ((config.peek(status, 2) & ConfigRegister.DEVICE_PENDING) == 0) {
            assertThat(bench.engine.step()).isTrue();
        }
        long before = bench.ringBytes;
        int control = at(config, CapabilityId.EXPRESS, ConfigRegister.DEVICE_CONTROL);
        config.write(control, 2, ConfigRegister.FUNCTION_RESET, bench.engine.nowPs());
        assertThat(config.read(ConfigRegister.VENDOR_ID, 2)).as("away").isEqualTo(0xFFFF);
        assertThat(config.peek(status, 2) & ConfigRegister.DEVICE_PENDING).isZero();
        bench.run(Ps.MS);
        assertThat(bench.count(CardCounter.ANSWERS_DROPPED)).isPositive();
        assertThat(bench.ringBytes).isEqualTo(before);
    }

    @Test
    void shouldKeepTheLinksSettingsByAFunctionResetAndLoseThemByABusReset() {
        for (boolean bus : new boolean[] {false, true}) {
            DmaBench bench = new DmaBench(LocalProfile.STANDARD, CardIdentity.RM_QUEUE);
            ConfigSpace config = bench.card.config();
            int control = at(config, CapabilityId.EXPRESS, ConfigRegister.DEVICE_CONTROL);
            config.write(control, 2, 1 << ConfigRegister.PAYLOAD_SHIFT, 0);
            bench.card.read(BarAddress.of(RmCard.MEMORY_BAR, 1L << 40), 4, 0);
            int error = at(config, CapabilityId.ADVANCED_ERRORS, ConfigRegister.AER_UNCORRECTABLE);
            assertThat(config.peek(error, 4)).isNotZero();
            if (bus) {
                bench.card.resetBus(0);
            } else {
                config.write(control, 2, ConfigRegister.FUNCTION_RESET | 1 << ConfigRegister.PAYLOAD_SHIFT, 0);
            }
            long payload = config.peek(control, 2) & ConfigRegister.PAYLOAD_MASK;
            assertThat(payload).isEqualTo(bus ? 0 : 1 << ConfigRegister.PAYLOAD_SHIFT);
            assertThat(config.peek(error, 4)).as("sticky").isNotZero();
        }
    }

    @Test
    void shouldHoldWhatACommandUnderWayAsksFor() {
        CommandBench bench = new CommandBench(CommandBench.profile(1, 8, 1), 16);
        bench.open(0);
        bench.run(Ps.US);
        bench.pair(0).put(CommandOpcode.WRITE, 1, bench.buffer.address(), 0x2000, 300);
        bench.ring(0);
        ConfigSpace config = bench.card.config();
        int status = at(config, CapabilityId.EXPRESS, ConfigRegister.DEVICE_STATUS);
        while ((config.peek(status, 2) & ConfigRegister.DEVICE_PENDING) == 0) {
            assertThat(bench.engine.step()).isTrue();
        }
        // The command is being fetched; what it then asks for must wait.
        command(bench.card, ConfigRegister.COMMAND_MEMORY, bench.engine.nowPs());
        bench.run(100 * Ps.US);
        assertThat(bench.reap(0)).isEmpty();
        assertThat(bench.sent).isEmpty();
        command(bench.card, ON, bench.engine.nowPs());
        bench.run(20 * Ps.US);
        assertThat(bench.reap(0)).hasSize(1);
        assertThat(bench.sent).isNotEmpty();
    }

    @Test
    void shouldShowThatNobodyAnsweredARequestOfItsOwn() {
        for (CardIdentity identity : CardIdentity.values()) {
            DmaBench bench = new DmaBench(LocalProfile.STANDARD, identity);
            bench.start(0, 0x7_0000_0000L, 0, 64, false);
            bench.finish(0);
            assertThat(pciStatus(bench.card) & ConfigRegister.STATUS_MASTER_ABORT)
                    .as(identity.name())
                    .isNotZero();
            bench.card.config().write(ConfigRegister.STATUS, 2, ConfigRegister.STATUS_MASTER_ABORT, 0);
            assertThat(pciStatus(bench.card) & ConfigRegister.STATUS_MASTER_ABORT)
                    .isZero();
        }
    }

    @Test
    void shouldTellTheSystemOfAPostedErrorOnlyWhenAllowedTo() {
        DmaBench bench = new DmaBench(LocalProfile.STANDARD, CardIdentity.RM_QUEUE);
        bench.write(BarAddress.of(1, 0), 4, 0);
        assertThat(pciStatus(bench.card) & ConfigRegister.STATUS_SYSTEM_ERROR).isZero();
        command(bench.card, ON | ConfigRegister.COMMAND_SERR, 0);
        bench.read(BarAddress.of(1, 0), 4);
        assertThat(pciStatus(bench.card) & ConfigRegister.STATUS_SYSTEM_ERROR)
                .as("a read is told by its answer")
                .isZero();
        bench.write(BarAddress.of(1, 0), 4, 0);
        assertThat(pciStatus(bench.card) & ConfigRegister.STATUS_SYSTEM_ERROR).isNotZero();
    }

    /** The bench's card has {@link CardBench#CHANNELS} channels, one vector each, the RM block's, and those of its commands. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "2, 4", "7, 8"})
    void shouldFoldVectorsIntoAsManyMessagesAsItMaySend(int allowed, int messages) {
        CardBench bench = new CardBench();
        ConfigSpace config = bench.card.config();
        int msi = config.layout().offsetOf(CapabilityId.MSI);
        int asked = 1 << (config.read(msi + ConfigRegister.MESSAGE_CONTROL, 2) >>> 1 & 7);
        int count = Math.min(messages, asked);
        config.write(at(config, CapabilityId.MSIX, ConfigRegister.MESSAGE_CONTROL), 2, 0, 0);
        config.write(msi + ConfigRegister.MSI_ADDRESS, 4, InterruptWindow.ADDRESS, 0);
        config.write(msi + ConfigRegister.MSI_DATA, 2, 0x43, 0);
        int control = ConfigRegister.MSI_ENABLE | allowed << ConfigRegister.MSI_ALLOWED_SHIFT;
        int own = bench.card.rmVector() & count - 1;
        config.write(msi + ConfigRegister.MSI_MASK, 4, 1L << own, 0);
        config.write(msi + ConfigRegister.MESSAGE_CONTROL, 2, control, 0);
        bench.write(RmRegister.LIER, Lisr.INT1.mask());
        bench.write(RmRegister.LISR, Lisr.GLOBAL_ENABLE.mask());
        bench.card.writeRegister(
                BarAddress.of(LocalRegister.BAR, LocalRegister.INTCSR.offset()),
                4,
                Intcsr.PCI_ENABLE.mask() | Intcsr.LOCAL_ENABLE.mask(),
                0);
        bench.interrupt(1, 1, 5);
        bench.engine.runUntil(Ps.US);
        assertThat(bench.messages).as("masked").isEmpty();
        assertThat(config.read(msi + ConfigRegister.MSI_PENDING, 4)).isEqualTo(1L << own);
        config.write(msi + ConfigRegister.MSI_MASK, 4, 0, bench.engine.nowPs());
        bench.engine.runUntil(2 * Ps.US);
        List<Integer> expected = new ArrayList<>(List.of(0x43 & -count | own));
        assertThat(bench.messages).isEqualTo(expected);
        assertThat(config.read(msi + ConfigRegister.MSI_PENDING, 4)).isZero();
    }
}
