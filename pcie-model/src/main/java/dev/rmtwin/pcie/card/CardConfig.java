package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.config.Bar;
import dev.rmtwin.pcie.config.Capability;
import dev.rmtwin.pcie.config.ConfigHeader;
import dev.rmtwin.pcie.config.ConfigLayout;
import dev.rmtwin.pcie.config.ExtendedCapabilities;
import dev.rmtwin.pcie.config.MsixPlace;
import dev.rmtwin.pcie.config.StandardCapabilities;
import dev.rmtwin.pcie.host.HostCpu;
import java.util.ArrayList;
import java.util.List;

/**
 * The configuration space of each {@link CardIdentity}.
 *
 * <p>{@link CardIdentity#RFM_5565} is a conventional PCI function 114a:5565 with BAR 0 to 3, INTA# and power management; its extended
 * space reads 0. {@link CardIdentity#RM_QUEUE} is a PCI Express endpoint {@code fffa:5271}: BAR 0, 2 and 3 as there in windows of
 * at least a page and no I/O window, BAR 4 the queue block, BAR 5 MSI-X table and pending bits. ACS and ATS are there when the
 * profile says so; nothing on the bus follows them (<b>not modelled</b>).
 *
 * <p>Both say "twin" by the subsystem {@code fffa:7477}, which no real card has. Vendor {@code fffa} is assigned to nobody in the
 * public list of PCI ids. Class 068000h ("bridge, other") is what the PLX bridge of BAR 0 answers after reset; no generic
 * driver is bound to it, where a class of networks would make tools look for a network interface. Memory windows are
 * not prefetchable, so that nothing on the way merges what is written to reflective memory. Why all this: decision 0008.
 */
public final class CardConfig {
    /** Vendor id of the real card. */
    public static final int VENDOR_5565 = 0x114A;
    /** Device id of the real card. */
    public static final int DEVICE_5565 = 0x5565;
    /** Vendor id of what has no real card behind it. */
    public static final int VENDOR_TWIN = 0xFFFA;
    /** Device id of the card with a queue block. */
    public static final int DEVICE_QUEUE = 0x5271;
    /** Subsystem id of every emulated card; its subsystem vendor is {@link #VENDOR_TWIN}. */
    public static final int SUBSYSTEM_TWIN = 0x7477;
    /** BAR of MSI-X table and pending bits. */
    public static final int MSIX_BAR = 5;

    private static final int CLASS_BRIDGE_OTHER = 0x06_80_00;
    private static final int REVISION = 1;
    private static final int PAGE_BYTES = 4096;
    private static final int IO_BYTES = 256;
    private static final int QUEUE_BYTES = 64 * 1024;
    private static final int MSIX_PENDING = 0x800;
    /** Vectors that a host of ours can take from one card. */
    private static final int HOST_VECTORS = HostCpu.VECTORS;

    private static final int POWER_AT = 0x40;
    private static final int MSI_AT = 0x50;
    private static final int MSIX_AT = 0x70;
    private static final int EXPRESS_AT = 0x80;
    private static final int VENDOR_AT = 0xC0;
    private static final int ERRORS_AT = 0x100;
    private static final int SERIAL_AT = 0x140;
    private static final int ACCESS_CONTROL_AT = 0x150;
    private static final int TRANSLATION_AT = 0x160;

    private CardConfig() {}

    /**
     * The layout of a card.
     *
     * @param node node id
     * @param memoryBytes reflective memory, a power of two; BAR 3 is the profile's window of it
     */
    public static ConfigLayout layout(int node, CardProfile profile, long memoryBytes) {
        long windowBytes = profile.local().windowBytes(memoryBytes);
        return profile.identity() == CardIdentity.RM_QUEUE ? queue(node, profile, windowBytes) : plain(windowBytes);
    }

    private static ConfigLayout plain(long windowBytes) {
        List<Bar> bars = List.of(
                new Bar(0, Bar.Kind.MEMORY_32, false, LocalRegister.BLOCK_BYTES),
                new Bar(1, Bar.Kind.IO, false, IO_BYTES),
                new Bar(RmRegister.BAR, Bar.Kind.MEMORY_32, false, RmRegister.BLOCK_BYTES),
                new Bar(RmCard.MEMORY_BAR, Bar.Kind.MEMORY_32, false, windowBytes));
        return new ConfigLayout(
                new ConfigHeader(ids(VENDOR_5565, DEVICE_5565), 1, true, bars),
                List.of(StandardCapabilities.powerManagement(POWER_AT, false)));
    }

    private static ConfigLayout queue(int node, CardProfile profile, long windowBytes) {
        List<Bar> bars = List.of(
                new Bar(0, Bar.Kind.MEMORY_32, false, PAGE_BYTES),
                new Bar(RmRegister.BAR, Bar.Kind.MEMORY_32, false, PAGE_BYTES),
                new Bar(RmCard.MEMORY_BAR, Bar.Kind.MEMORY_32, false, windowBytes),
                new Bar(QueueRegister.BAR, Bar.Kind.MEMORY_32, false, QUEUE_BYTES),
                new Bar(MSIX_BAR, Bar.Kind.MEMORY_32, false, msix(profile).barBytes()));
        PcieProfile bus = profile.pcie();
        List<Capability> capabilities = new ArrayList<>(List.of(
                StandardCapabilities.powerManagement(POWER_AT, true),
                StandardCapabilities.msi(MSI_AT, vectorCount(profile)),
                StandardCapabilities.msix(MSIX_AT, msix(profile)),
                StandardCapabilities.express(EXPRESS_AT, bus.shape(), bus.maxPayloadBytes()),
                StandardCapabilities.vendor(VENDOR_AT, QueueRegister.LAYOUT_VERSION, QueueRegister.BAR),
                ExtendedCapabilities.advancedErrors(ERRORS_AT),
                ExtendedCapabilities.serialNumber(SERIAL_AT, node)));
        if (bus.accessControl()) {
            capabilities.add(ExtendedCapabilities.accessControl(ACCESS_CONTROL_AT));
        }
        if (bus.addressTranslation()) {
            capabilities.add(ExtendedCapabilities.addressTranslation(TRANSLATION_AT));
        }
        return new ConfigLayout(new ConfigHeader(ids(VENDOR_TWIN, DEVICE_QUEUE), 0, false, bars), capabilities);
    }

    /** Vectors: one a channel, one for the RM block, then those of the command queues, one a pair as far as a host takes them. */
    private static int vectorCount(CardProfile profile) {
        int others = profile.queue().channelCount() + 1;
        return others + Math.clamp(HOST_VECTORS - others, 0, profile.commands().queueCount());
    }

    /** The vector that a command queue pair has after reset; pairs share the RM block's when there is none of their own. */
    static int commandVector(CardProfile profile, int pair) {
        int first = profile.queue().channelCount() + 1;
        int own = vectorCount(profile) - first;
        return own == 0 ? first - 1 : first + pair % own;
    }

    /** Where a card with a queue block keeps its vectors. */
    static MsixPlace msix(CardProfile profile) {
        return place(vectorCount(profile));
    }

    /** The pending bits stand behind the table: at 800h of a page, or in the upper half of a larger window. */
    static MsixPlace place(int vectorCount) {
        int half = Math.max(MSIX_PENDING, Integer.highestOneBit(2 * vectorCount * MsixPlace.ENTRY_BYTES - 1));
        return new MsixPlace(vectorCount, MSIX_BAR, 0, half, 2 * half);
    }

    private static ConfigHeader.Ids ids(int vendor, int device) {
        return new ConfigHeader.Ids(
                vendor, device, REVISION, CLASS_BRIDGE_OTHER, (long) SUBSYSTEM_TWIN << Short.SIZE | VENDOR_TWIN);
    }
}
