package dev.rmtwin.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final EventQueue queue = new EventQueue();

    @Test
    void shouldBeEmptyAtFirst() {
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
        assertThat(queue.nextTimePs()).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.pop()).isFalse();
    }

    @Test
    void shouldGiveBackWhatWasPushed() {
        queue.push(17, 4, -5, Long.MIN_VALUE);

        assertThat(queue.nextTimePs()).isEqualTo(17);
        assertThat(queue.pop()).isTrue();
        assertThat(queue.timePs()).isEqualTo(17);
        assertThat(queue.key()).isEqualTo(4);
        assertThat(queue.target()).isEqualTo(-5);
        assertThat(queue.arg()).isEqualTo(Long.MIN_VALUE);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void shouldPopASmallerKeyFirstThatIsPushedLaterAtTheSameTime() {
        long host = EventKey.pack(Rank.HOST, 3, 1);
        long link = EventKey.pack(Rank.LINK, 3, 2);
        long control = EventKey.pack(Rank.CONTROL, 0, 1);
        queue.push(500, host, 1, 0);
        queue.push(500, control, 2, 0);
        assertThat(queue.pop()).isTrue();
        assertThat(queue.key()).isEqualTo(host);

        queue.push(500, link, 3, 0);

        assertThat(queue.pop()).isTrue();
        assertThat(queue.key()).isEqualTo(link);
        assertThat(queue.pop()).isTrue();
        assertThat(queue.key()).isEqualTo(control);
    }

    @Test
    void shouldTakeAnEventBeforeThePendingOneThatWasLookedAt() {
        queue.push(1_000_000_000_000L, 1, 0, 0);
        assertThat(queue.nextTimePs()).isEqualTo(1_000_000_000_000L);

        queue.push(3, 2, 0, 0);

        assertThat(queue.nextTimePs()).isEqualTo(3);
        assertThat(queue.pop()).isTrue();
        assertThat(queue.key()).isEqualTo(2);
    }

    @Test
    void shouldRefuseAnEventInThePast() {
        queue.push(90_000_000, 1, 0, 0);
        assertThat(queue.pop()).isTrue();
        queue.push(90_000_000, 2, 0, 0);

        assertThatThrownBy(() -> queue.push(89_999_999, 3, 7, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("past")
                .hasMessageContaining("89999999")
                .hasMessageContaining("target 7");
        assertThatThrownBy(() -> queue.push(-1, 3, 7, 0)).isInstanceOf(IllegalStateException.class);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAnEventBeforeTimeZeroInANewQueue() {
        assertThatThrownBy(() -> queue.push(-1, 3, 7, 0)).isInstanceOf(IllegalStateException.class);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void shouldHoldTheLatestTimeThereIs() {
        queue.push(Long.MAX_VALUE / 2, 1, 0, 0);
        queue.push(0, 2, 0, 0);

        assertThat(queue.pop()).isTrue();
        assertThat(queue.timePs()).isZero();
        assertThat(queue.nextTimePs()).isEqualTo(Long.MAX_VALUE / 2);
        assertThat(queue.pop()).isTrue();
        assertThat(queue.key()).isEqualTo(1);
    }

    @Test
    void shouldStartAgainAtTimeZeroWhenCleared() {
        queue.push(1_000, 1, 0, 0);
        queue.push(2_000_000_000, 2, 0, 0);
        assertThat(queue.pop()).isTrue();

        queue.clear();
        queue.push(5, 3, 0, 0);

        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.pop()).isTrue();
        assertThat(queue.timePs()).isEqualTo(5);
        assertThat(queue.pop()).isFalse();
    }
}
