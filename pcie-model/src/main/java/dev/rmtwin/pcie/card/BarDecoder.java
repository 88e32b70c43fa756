package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.config.Bar;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;

/**
 * Which window answers an access of the bus, as far as configuration space lets any. Wrong accesses are counted and read as all
 * ones; one that no window claims is an unsupported request. Thread: the engine's.
 */
final class BarDecoder {
    private static final long ALL_ONES = -1L;

    private final ConfigSpace config;
    private final CounterBlock<CardCounter> counters;
    private final CardWindow[] windows = new CardWindow[Bar.COUNT];
    private boolean answersMemory;
    private boolean answersIo;

    BarDecoder(ConfigSpace config, CounterBlock<CardCounter> counters) {
        this.config = config;
        this.counters = counters;
    }

    /** Puts a window behind a base address register; null for none. */
    void place(int bar, CardWindow window) {
        windows[bar] = window;
    }

    /** COMMAND, power state or presence may have changed. */
    void onSettings() {
        answersMemory = config.answersMemory() && !config.absent();
        answersIo = config.answersIo() && !config.absent();
    }

    /** Whether accesses to a base address register are answered at this moment. */
    boolean answers(int bar) {
        return bar == LocalRegister.IO_BAR ? answersIo : answersMemory;
    }

    /** A posted write of a register; false when it must come again. */
    boolean write(long address, int widthBytes, long value, long nowPs) {
        CardWindow window = windowAt(address);
        Verdict verdict =
                window == null ? Verdict.REFUSED : window.write(BarAddress.offset(address), widthBytes, value, nowPs);
        if (verdict == Verdict.REFUSED) {
            onRefused(address, widthBytes, true);
        }
        return verdict != Verdict.BUSY;
    }

    /** A read of a register or of card memory. */
    long read(long address, int widthBytes, long nowPs) {
        CardWindow window = windowAt(address);
        long offset = BarAddress.offset(address);
        if (window != null && window.has(offset, widthBytes)) {
            return window.read(offset, widthBytes, nowPs);
        }
        onRefused(address, widthBytes, false);
        return ALL_ONES;
    }

    private CardWindow windowAt(long address) {
        int bar = BarAddress.bar(address);
        return bar >= 0 && bar < windows.length && answers(bar) ? windows[bar] : null;
    }

    /** Counts a refused access. One that no window claims is an unsupported request; one to no register in a window is not. */
    void onRefused(long address, int lengthBytes, boolean posted) {
        counters.increment(CardCounter.BAD_ACCESSES);
        int index = BarAddress.bar(address);
        long offset = BarAddress.offset(address);
        counters.add(CardCounter.SWITCHED_OFF, answers(index) ? 0 : 1);
        if (config.absent()) {
            return;
        }
        boolean claimed = answers(index)
                && config.layout().bars().stream()
                        .anyMatch(bar -> bar.index() == index && offset <= bar.sizeBytes() - lengthBytes);
        if (!claimed) {
            config.onUnsupportedRequest(posted);
        }
    }
}
