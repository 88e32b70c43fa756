package dev.rmtwin.pcie.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rmtwin.core.state.StateLoader;
import dev.rmtwin.core.state.StateSaver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigSpaceTest {
    private static final int PMCSR = 0x44;
    private static final int MSIX_CONTROL = 0x72;
    private static final int DEVICE_STATUS = 0x8A;
    private static final int UNCORRECTABLE_STATUS = 0x104;
    private static final int CORRECTABLE_STATUS = 0x110;

    private final ConfigSpace plain = Cards.plain();
    private final ConfigSpace queue = Cards.queue();

    @Test
    void shouldSayWhichCardItIsAndThatItIsATwin() {
        assertThat(plain.read(0, 4)).isEqualTo(0x5565_114AL);
        assertThat(queue.read(0, 4)).isEqualTo(0x5271_FFFAL);
        assertThat(plain.read(0x2C, 4)).isEqualTo(0x7477_FFFAL).isEqualTo(queue.read(0x2C, 4));
        assertThat(plain.read(0x08, 4)).isEqualTo(0x0680_0001L);
        assertThat(plain.read(0x3D, 1)).as("INTA#").isEqualTo(1);
        assertThat(queue.read(0x3D, 1)).as("no pin").isZero();
    }

    @Test
    void shouldReadAnyWidthAtAnyAlignment() {
        assertThat(plain.read(0x01, 1)).isEqualTo(0x11);
        assertThat(plain.read(0x01, 2)).isEqualTo(0x6511);
        assertThat(plain.read(0x01, 4)).isEqualTo(0x0055_6511L);
        assertThat(plain.badAccesses()).isZero();
    }

    @Test
    void shouldReadOnesAndCountOutsideAndTakeNothingThere() {
        assertThat(plain.read(4096, 1)).isEqualTo(0xFF);
        assertThat(plain.read(4095, 2)).isEqualTo(0xFFFF);
        assertThat(plain.read(-1, 4)).isEqualTo(0xFFFF_FFFFL);
        assertThat(plain.read(Integer.MAX_VALUE, 4)).isEqualTo(0xFFFF_FFFFL);
        assertThat(plain.read(0, 3)).isEqualTo(0xFFFF_FFFFL);
        plain.write(4094, 4, -1, 0);
        plain.write(Integer.MIN_VALUE, 1, -1, 0);
        plain.write(4, 0, -1, 0);
        plain.write(4, 8, -1, 0);
        assertThat(plain.badAccesses()).isEqualTo(9);
        assertThat(plain.peek(4096, 1)).isEqualTo(0xFF);
        assertThat(plain.badAccesses()).as("a peek counts nothing").isEqualTo(9);
        assertThat(plain.read(4, 2)).isZero();
    }

    @Test
    void shouldTellTheSizesOfItsWindowsToAnOperatingSystem() {
        assertThat(BusEnumeration.size(plain, 0))
                .extracting(w -> w.index() + (w.io() ? " I/O " : " memory ") + w.sizeBytes())
                .containsExactly("0 memory 512", "1 I/O 256", "2 memory 64", "3 memory 67108864");
        assertThat(BusEnumeration.size(queue, 0))
                .extracting(w -> w.index() + (w.io() ? " I/O " : " memory ") + w.sizeBytes())
                .containsExactly(
                        "0 memory 4096", "2 memory 4096", "3 memory 67108864", "4 memory 65536", "5 memory 4096");
        assertThat(plain.barAddress(plain.layout().bars().get(3)))
                .as("left as it was")
                .isZero();
    }

    @Test
    void shouldSizeAWidePrefetchableWindow() {
        Bar wide = new Bar(2, Bar.Kind.MEMORY_64, true, 1L << 34);
        ConfigSpace config = new ConfigSpace(new ConfigLayout(
                new ConfigHeader(new ConfigHeader.Ids(1, 2, 0, 0, 0), 0, false, List.of(wide)), List.of()));
        config.write(0x18, 4, 0xFFFF_FFFFL, 0);
        config.write(0x1C, 4, 0xFFFF_FFFFL, 0);
        assertThat(config.read(0x18, 4)).isEqualTo(0xCL);
        assertThat(config.read(0x1C, 4)).isEqualTo(0xFFFF_FFFCL);
        BusEnumeration.Window placed =
                BusEnumeration.assign(config, 1L << 40, 0, 0).getFirst();
        assertThat(placed.sizeBytes()).isEqualTo(1L << 34);
        assertThat(config.barAddress(wide)).isEqualTo(1L << 40).isEqualTo(placed.address());
    }

    @Test
    void shouldPlaceWindowsApartAndOnTheirSizes() {
        for (ConfigSpace config : Cards.all()) {
            List<BusEnumeration.Window> placed = BusEnumeration.assign(config, 0xC000_0000L, 0xD000, 0);
            assertThat(placed).allMatch(w -> w.address() % w.sizeBytes() == 0 && w.address() != 0);
            for (BusEnumeration.Window one : placed) {
                assertThat(placed)
                        .filteredOn(w -> !w.equals(one) && w.io() == one.io())
                        .allMatch(w -> w.address() + w.sizeBytes() <= one.address()
                                || one.address() + one.sizeBytes() <= w.address());
            }
            assertThat(config.answersMemory() && config.mayMaster()).isTrue();
        }
    }

    @Test
    void shouldReportTheCommandRegisterToListeners() {
        List<ConfigListener.Setting> heard = new ArrayList<>();
        plain.listen((setting, nowPs) -> heard.add(setting));
        plain.write(4, 2, 0xFFFF, 0);
        assertThat(plain.read(4, 2)).as("the bits that this card has").isEqualTo(0x0547);
        assertThat(plain.answersIo() && plain.answersMemory() && plain.mayMaster() && plain.pinInterruptDisabled())
                .isTrue();
        plain.write(4, 2, 0xFFFF, 0);
        plain.write(0x10, 4, 0x1234_5678L, 0);
        assertThat(heard)
                .as("only what changes")
                .containsExactly(ConfigListener.Setting.COMMAND, ConfigListener.Setting.BARS);
        queue.write(4, 2, 0xFFFF, 0);
        assertThat(queue.read(4, 2)).as("no I/O window, no pin").isEqualTo(0x0146);
    }

    @Test
    void shouldKeepEverythingInD3AndAnswerNothingThere() {
        BusEnumeration.assign(queue, 0xC000_0000L, 0, 0);
        List<ConfigListener.Setting> heard = new ArrayList<>();
        queue.listen((setting, nowPs) -> heard.add(setting));
        long before = queue.read(0x1C, 4);
        queue.write(PMCSR, 2, 3, 0);
        assertThat(queue.powerState()).isEqualTo(3);
        assertThat(queue.answersMemory() || queue.mayMaster()).isFalse();
        queue.write(PMCSR, 2, 0, 0);
        assertThat(queue.answersMemory() && queue.mayMaster()).isTrue();
        assertThat(queue.read(0x1C, 4)).isEqualTo(before);
        assertThat(heard).containsExactly(ConfigListener.Setting.POWER_STATE, ConfigListener.Setting.POWER_STATE);
    }

    @Test
    void shouldStayWhereItIsWhenAskedForAPowerStateThatItHasNot() {
        queue.write(PMCSR, 2, 1, 0);
        assertThat(queue.read(PMCSR, 2)).as("D0, No_Soft_Reset").isEqualTo(0x0008);
        queue.write(PMCSR, 2, 3, 0);
        queue.write(PMCSR, 1, 2, 0);
        assertThat(queue.powerState()).isEqualTo(3);
    }

    @Test
    void shouldLatchAnUnsupportedRequestUntilSoftwareWritesOne() {
        queue.onUnsupportedRequest(false);
        assertThat(queue.read(DEVICE_STATUS, 2)).as("correctable, unsupported").isEqualTo(0x9);
        assertThat(queue.read(UNCORRECTABLE_STATUS, 4)).isEqualTo(1L << 20);
        assertThat(queue.read(CORRECTABLE_STATUS, 4)).isEqualTo(1L << 13);
        assertThat(queue.read(0x118, 4)).as("first error pointer").isEqualTo(20);
        queue.write(UNCORRECTABLE_STATUS, 4, 0, 0);
        queue.write(DEVICE_STATUS, 2, 0x1, 0);
        assertThat(queue.read(UNCORRECTABLE_STATUS, 4)).isEqualTo(1L << 20);
        assertThat(queue.read(DEVICE_STATUS, 2)).isEqualTo(0x8);
        queue.write(UNCORRECTABLE_STATUS, 4, 1L << 20, 0);
        assertThat(queue.read(UNCORRECTABLE_STATUS, 4)).isZero();
        queue.onUnsupportedRequest(true);
        assertThat(queue.read(DEVICE_STATUS, 2)).as("non-fatal, unsupported").isEqualTo(0xA);
        plain.onUnsupportedRequest(false);
        assertThat(plain.read(6, 2)).as("a PCI card has no such bits").isEqualTo(0x0010);
    }

    @Test
    void shouldHaveTheResetValuesOfTheSpecificationInItsErrorRegisters() {
        assertThat(queue.read(0x108, 4)).as("uncorrectable mask").isEqualTo(0x0040_0000L);
        assertThat(queue.read(0x10C, 4)).as("severity").isEqualTo(0x0046_2030L);
        assertThat(queue.read(0x114, 4)).as("correctable mask").isEqualTo(0x0000_6000L);
        assertThat(queue.read(0x88, 2)).as("device control").isEqualTo(0x2810);
        assertThat(queue.read(MSIX_CONTROL, 2))
                .as("four channels, the RM block and four command queues")
                .isEqualTo(8);
    }

    @Test
    void shouldComeBackFromResetWithItsDeclaredValues() {
        for (ConfigSpace config : Cards.all()) {
            for (int offset = 0; offset < 4096; offset += 4) {
                config.write(offset, 4, 0xFFFF_FFFFL, 0);
            }
            config.onUnsupportedRequest(true);
            config.reset(0);
            for (int offset = 0; offset < 4096; offset++) {
                assertThat(config.read(offset, 1)).isEqualTo(config.layout().reset(offset));
            }
        }
    }

    @Test
    void shouldComeBackFromASnapshotAndTakeNoReadOnlyBitFromOne() throws Exception {
        BusEnumeration.assign(queue, 0xC000_0000L, 0, 0);
        queue.onUnsupportedRequest(true);
        queue.write(PMCSR, 2, 3, 0);
        queue.read(-1, 1);
        byte[] saved = save(queue);
        ConfigSpace other = Cards.queue();
        load(other, saved);
        assertThat(save(other)).isEqualTo(saved);
        assertThat(other.badAccesses()).isEqualTo(1);
        assertThat(other.powerState()).isEqualTo(3);
        ConfigSpace foreign = Cards.plain();
        load(foreign, saved);
        assertThat(foreign.read(0, 4)).isEqualTo(0x5565_114AL);
    }

    static byte[] save(ConfigSpace config) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        config.state(new StateSaver(new DataOutputStream(bytes)));
        return bytes.toByteArray();
    }

    static void load(ConfigSpace config, byte[] saved) {
        config.state(new StateLoader(new DataInputStream(new ByteArrayInputStream(saved)), "card"));
    }

    @Test
    void shouldRefuseDeclarationsThatMakeNoSense() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Bar(0, Bar.Kind.MEMORY_32, false, 24));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bar(5, Bar.Kind.MEMORY_64, false, 4096));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bar(0, Bar.Kind.IO, false, 512));
        assertThatIllegalArgumentException().isThrownBy(() -> new ConfigField(0, 1, 0, 1, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> ConfigField.constant(0, 1, 0x100));
        assertThatIllegalArgumentException().isThrownBy(() -> new MsixPlace(65, 5, 0, 0x400, 4096));
        assertThatIllegalArgumentException().isThrownBy(() -> StandardCapabilities.msi(0xF0, 5));
        ConfigHeader header = new ConfigHeader(new ConfigHeader.Ids(1, 2, 0, 0, 0), 0, false, List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConfigLayout(
                        header,
                        List.of(StandardCapabilities.msi(0x40, 5), StandardCapabilities.powerManagement(0x50, true))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConfigLayout(header, List.of(ExtendedCapabilities.accessControl(0x120))));
    }

    @Test
    void shouldFindTheLinkThatARateComesFrom() {
        assertThat(LinkShape.of(3_940_000_000L)).isEqualTo(new LinkShape(3, 4));
        assertThat(LinkShape.of(1_000_000_000L)).isEqualTo(new LinkShape(1, 4));
        assertThat(LinkShape.of(500_000_000L)).isEqualTo(new LinkShape(1, 2));
        assertThat(LinkShape.of(1_000_000_000_000L)).isEqualTo(new LinkShape(5, 16));
        assertThat(LinkShape.of(1)).isEqualTo(new LinkShape(1, 1));
    }
}
