package dev.rmtwin.benchmarks.events;

import dev.rmtwin.benchmarks.events.Kernel.Component;
import dev.rmtwin.core.event.Rank;

/** Eight kinds of components with the small state changes that the parts of a card make at an event. */
final class Components {
    private Components() {}

    /** The component with this id; the kinds take turns. */
    static Component create(int id, Kernel kernel) {
        return switch (id & 7) {
            case 0 -> new Span(id, kernel);
            case 1 -> new LinkFifo(id, kernel);
            case 2 -> new Memory(id, kernel);
            case 3 -> new Dma(id, kernel);
            case 4 -> new Completions(id, kernel);
            case 5 -> new Coalescer(id, kernel);
            case 6 -> new Vector(id, kernel);
            default -> new Core(id, kernel);
        };
    }

    private static final class Span extends Component {
        private long busyUntilPs;
        private long carried;

        Span(int id, Kernel kernel) {
            super(id, Rank.LINK, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            busyUntilPs = Math.max(busyUntilPs, nowPs) + 376_480;
            carried++;
            postNext(nowPs, kind, carried);
        }
    }

    private static final class LinkFifo extends Component {
        private int level;
        private int highest;

        LinkFifo(int id, Kernel kernel) {
            super(id, Rank.LINK, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            level = (kind & 1) == 0 ? level + 1 : Math.max(0, level - 1);
            highest = Math.max(highest, level);
            postNext(nowPs, kind ^ 1, arg);
        }
    }

    private static final class Memory extends Component {
        private final long[] words = new long[64];

        Memory(int id, Kernel kernel) {
            super(id, Rank.MEMORY, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            words[(int) arg & 63] = nowPs;
            postNext(nowPs, kind, arg + 1);
        }
    }

    private static final class Dma extends Component {
        private int head;
        private int tail;

        Dma(int id, Kernel kernel) {
            super(id, Rank.CARD, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            if (kind == 0) {
                tail = (tail + 1) & 1023;
            } else if (head != tail) {
                head = (head + 1) & 1023;
            }
            postNext(nowPs, (kind + 1) & 3, arg);
        }
    }

    private static final class Completions extends Component {
        private int index;
        private boolean phase = true;

        Completions(int id, Kernel kernel) {
            super(id, Rank.CARD, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            if (++index == 256) {
                index = 0;
                phase = !phase;
            }
            postNext(nowPs, kind, phase ? arg | 1 : arg & ~1L);
        }
    }

    private static final class Coalescer extends Component {
        private int held;
        private long sinceArmedPs;
        private long raised;

        Coalescer(int id, Kernel kernel) {
            super(id, Rank.BUS, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            if (held++ == 0) {
                sinceArmedPs = nowPs;
            }
            if (held == 8 || nowPs - sinceArmedPs > 100_000_000) {
                held = 0;
                raised++;
            }
            postNext(nowPs, kind, raised);
        }
    }

    private static final class Vector extends Component {
        private long pending;
        private long delivered;

        Vector(int id, Kernel kernel) {
            super(id, Rank.INTERRUPT, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            pending ^= 1L << arg;
            delivered += kind;
            postNext(nowPs, kind, pending + delivered);
        }
    }

    private static final class Core extends Component {
        private long busyPs;
        private long idleSincePs;

        Core(int id, Kernel kernel) {
            super(id, Rank.HOST, kernel);
        }

        @Override
        void onEvent(int kind, long arg, long nowPs) {
            busyPs += Math.min(nowPs - idleSincePs, 1_200_000);
            idleSincePs = nowPs;
            postNext(nowPs, kind, arg ^ (busyPs & 0xFF));
        }
    }
}
