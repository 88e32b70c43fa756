package dev.rmtwin.pcie.config;

import java.util.HexFormat;

/** Configuration space in the form that {@code lspci -xxxx} prints and {@code lspci -F} reads. Stateless. */
public final class ConfigDump {
    private static final int ROW_BYTES = 16;

    private ConfigDump() {}

    /**
     * All 4096 bytes, peeked: a line that names the function, 256 rows, an empty line.
     *
     * @param address bus, device and function, e.g. {@code 03:00.0}
     * @param title what people read behind it
     */
    public static String text(ConfigSpace config, String address, String title) {
        HexFormat hex = HexFormat.of();
        StringBuilder text =
                new StringBuilder(address).append(' ').append(title).append('\n');
        for (int offset = 0; offset < ConfigRegister.SPACE_BYTES; offset++) {
            if (offset % ROW_BYTES == 0) {
                text.append(hex.toHexDigits(offset, offset < 0x100 ? 2 : 3)).append(':');
            }
            text.append(' ').append(hex.toHexDigits((byte) config.peek(offset, 1)));
            if (offset % ROW_BYTES == ROW_BYTES - 1) {
                text.append('\n');
            }
        }
        return text.append('\n').toString();
    }
}
