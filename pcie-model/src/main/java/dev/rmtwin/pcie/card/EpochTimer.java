package dev.rmtwin.pcie.card;

/** A timer of a part of a channel: it comes back with the epoch it was started with, so that an old one is known. */
@FunctionalInterface
interface EpochTimer {
    void start(int epoch, long timePs);
}
