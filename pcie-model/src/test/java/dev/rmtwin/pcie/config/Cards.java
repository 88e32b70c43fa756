package dev.rmtwin.pcie.config;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.pcie.card.CardConfig;
import dev.rmtwin.pcie.card.CardIdentity;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.card.QueueProfile;
import java.util.List;

/** Cards to look at. */
final class Cards {
    static final int NODE = 7;
    static final int CHANNELS = 4;
    static final long MEMORY_BYTES = 64L << 20;

    private Cards() {}

    static ConfigSpace plain() {
        return space(CardIdentity.RFM_5565, false);
    }

    static ConfigSpace queue() {
        return space(CardIdentity.RM_QUEUE, false);
    }

    /** With every capability that a card can have. */
    static ConfigSpace full() {
        return space(CardIdentity.RM_QUEUE, true);
    }

    static List<ConfigSpace> all() {
        return List.of(plain(), queue(), full());
    }

    private static ConfigSpace space(CardIdentity identity, boolean services) {
        PcieProfile bus = new PcieProfile(3_940_000_000L, 256, 24, 0, 0, 0, 0, services, services);
        QueueProfile queue = new QueueProfile(CHANNELS, 64, 0, Tail.NONE, 1_000_000_000L, 1, 0, 1000, 1, false, false);
        CardProfile profile = new CardProfile("test", identity, bus, queue);
        return new ConfigSpace(CardConfig.layout(NODE, profile, MEMORY_BYTES));
    }
}
