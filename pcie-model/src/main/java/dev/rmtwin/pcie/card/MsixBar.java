package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.config.MsixTableBlock;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;

/**
 * The MSI-X table's window. It counts wrong accesses itself.
 *
 * @param table what lies there
 */
record MsixBar(MsixTableBlock table) implements CardWindow {
    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        table.write(offset, widthBytes, value, nowPs);
        return Verdict.TAKEN;
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return true;
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        return table.read(offset, widthBytes);
    }
}
