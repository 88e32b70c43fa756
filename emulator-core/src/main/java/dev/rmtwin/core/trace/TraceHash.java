package dev.rmtwin.core.trace;

/**
 * Rolling 64-bit hash over outcomes. Version 1. Any change to what is hashed, or how, raises the version, since hashes are
 * compared between machines and releases.
 */
public final class TraceHash {
    /** Start value of every rolling hash. */
    public static final long SEED = 0x726D_7477_696E_0001L;

    private static final long PRIME_1 = 0x9E37_79B9_7F4A_7C15L;
    private static final long PRIME_2 = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long PRIME_3 = 0x1656_67B1_9E37_79F9L;

    private TraceHash() {}

    /** The hash after one more outcome. Order matters. */
    public static long roll(long hash, long code, long timePs, long detail) {
        long h = hash ^ (timePs * PRIME_2 + code * PRIME_3);
        h = Long.rotateLeft(h, 31) * PRIME_1;
        h ^= detail * PRIME_2;
        return Long.rotateLeft(h, 27) * PRIME_1 + PRIME_3;
    }

    /** The public form: version, colon, sixteen hexadecimal digits. */
    public static String format(long hash) {
        return "v1:" + String.format("%016x", hash);
    }
}
