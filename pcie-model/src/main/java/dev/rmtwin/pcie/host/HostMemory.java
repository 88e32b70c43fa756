package dev.rmtwin.pcie.host;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Host memory that a card can reach: regions that the driver has mapped for DMA. Regions keep their bytes and their address
 * until they are unmapped.
 *
 * <p>Thread: the engine's.
 */
public final class HostMemory {
    /** Device addresses start here, so that a zero address is never valid. */
    private static final long FIRST_ADDRESS = 0x1_0000_0000L;

    /** Device addresses of memory that must be reached by 32 bits. */
    private static final long FIRST_LOW_ADDRESS = 0x1000_0000L;

    private static final int REGION_LIMIT_BYTES = 1 << 30;

    private final List<HostRegion> regions = new ArrayList<>();
    private HostRegion last;

    /** Maps a zeroed region at the lowest free address, as allocators do; {@code alignmentBytes} is a power of two. */
    public HostRegion map(long lengthBytes, long alignmentBytes) {
        if (lengthBytes <= 0 || lengthBytes > REGION_LIMIT_BYTES) {
            throw new IllegalArgumentException("cannot map " + lengthBytes + " bytes for DMA");
        }
        return add(lowestFree(FIRST_ADDRESS, lengthBytes, alignmentBytes), lengthBytes);
    }

    /** As {@link #map}, below 4 GiB: for what a card reaches by 32 bits only, such as chains of block DMA descriptors. */
    public HostRegion mapLow(long lengthBytes, long alignmentBytes) {
        long address = lengthBytes <= 0 ? -1 : lowestFree(FIRST_LOW_ADDRESS, lengthBytes, alignmentBytes);
        if (address < 0 || lengthBytes > FIRST_ADDRESS - address) {
            throw new IllegalArgumentException("cannot map " + lengthBytes + " bytes for DMA below 4 GiB");
        }
        return add(address, lengthBytes);
    }

    private long lowestFree(long fromAddress, long lengthBytes, long alignmentBytes) {
        long address = (fromAddress + alignmentBytes - 1) & -alignmentBytes;
        HostRegion inTheWay = overlapping(address, lengthBytes);
        while (inTheWay != null) {
            long end = inTheWay.address() + inTheWay.segment().byteSize();
            address = (end + alignmentBytes - 1) & -alignmentBytes;
            inTheWay = overlapping(address, lengthBytes);
        }
        return address;
    }

    private HostRegion overlapping(long address, long lengthBytes) {
        for (HostRegion region : regions) {
            if (region.address() < address + lengthBytes
                    && address < region.address() + region.segment().byteSize()) {
                return region;
            }
        }
        return null;
    }

    /** Bytes mapped at this moment. */
    public long mappedBytes() {
        return regions.stream().mapToLong(r -> r.segment().byteSize()).sum();
    }

    private HostRegion add(long address, long lengthBytes) {
        HostRegion region = new HostRegion(address, Arena.ofAuto().allocate(lengthBytes, 64));
        regions.add(region);
        return region;
    }

    /** Unmaps a region; later accesses by the card are faults. */
    public void unmap(HostRegion region) {
        regions.remove(region);
        last = null;
    }

    /** The region mapped at exactly this address. */
    public HostRegion at(long address) {
        for (HostRegion region : regions) {
            if (region.address() == address) {
                return region;
            }
        }
        throw new IllegalArgumentException("nothing is mapped at " + Long.toHexString(address));
    }

    /** Whether a range is mapped, as one piece. */
    public boolean holds(long address, int lengthBytes) {
        return find(address, lengthBytes) != null;
    }

    /** The region that holds the whole range, or null. */
    HostRegion find(long address, int lengthBytes) {
        if (last != null && holds(last, address, lengthBytes)) {
            return last;
        }
        // By index: this is asked for every packet, and an iterator would be one more object each time.
        for (int i = 0; i < regions.size(); i++) {
            HostRegion region = regions.get(i);
            if (holds(region, address, lengthBytes)) {
                last = region;
                return region;
            }
        }
        return null;
    }

    private static boolean holds(HostRegion region, long address, int lengthBytes) {
        long offset = address - region.address();
        return offset >= 0 && offset <= region.segment().byteSize() - lengthBytes;
    }

    void write(HostRegion region, long address, MemorySegment data, int lengthBytes, long nowPs) {
        MemorySegment.copy(data, 0, region.segment(), address - region.address(), lengthBytes);
        region.touched(nowPs);
    }

    void state(StateVisitor visitor) {
        int count = visitor.count("regions", regions.size(), 2 * Long.BYTES);
        if (visitor.restoring()) {
            regions.clear();
            last = null;
        }
        for (int i = 0; i < count; i++) {
            boolean restoring = visitor.restoring();
            long address =
                    visitor.value("address", restoring ? 0 : regions.get(i).address());
            int length = visitor.count(
                    "length", restoring ? 0 : (int) regions.get(i).segment().byteSize(), Byte.BYTES);
            HostRegion region = restoring ? add(address, length) : regions.get(i);
            visitor.segment("contents", region.segment());
        }
    }
}
