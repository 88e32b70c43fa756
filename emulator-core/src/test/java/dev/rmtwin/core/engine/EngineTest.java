package dev.rmtwin.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.event.Rank;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final Engine engine = new Engine();
    private final List<String> taken = new ArrayList<>();
    private final Ticker a = engine.register(new Ticker("a", 0, taken));
    private final Ticker b = engine.register(new Ticker("b", 0, taken));

    @Test
    void shouldRunEventsByTime() {
        a.postAt(Rank.HOST, 30, 0, 3);
        b.postAt(Rank.HOST, 10, 0, 1);
        a.postAt(Rank.HOST, 20, 0, 2);
        engine.runUntil(100);

        assertThat(taken).containsExactly("b:1", "a:2", "a:3");
        assertThat(engine.nowPs()).isEqualTo(100);
        assertThat(engine.eventCount()).isEqualTo(3);
    }

    @Test
    void shouldRunEqualTimesByRankThenPosterThenItsSequence() {
        b.postAt(Rank.HOST, 10, 0, 1);
        b.postAt(Rank.HOST, 10, 0, 2);
        a.postAt(Rank.HOST, 10, 0, 3);
        b.postAt(Rank.LINK, 10, 0, 4);
        a.postAt(Rank.CONTROL, 10, 0, 5);
        b.postToAt(a, Rank.MEMORY, 10, 6);
        engine.runUntil(10);

        assertThat(taken).containsExactly("b:4", "a:6", "a:3", "b:1", "b:2", "a:5");
    }

    @Test
    void shouldRunPacketsOfOneInstantByOriginAndNumberHoweverTheyWerePosted() {
        a.postPacketAt(10, EventKey.packetSequence(2, 1));
        a.postPacketAt(10, EventKey.packetSequence(1, 9));
        a.postPacketAt(10, EventKey.packetSequence(1, 8));
        engine.runUntil(10);

        assertThat(taken)
                .containsExactly(
                        "a:" + EventKey.packetSequence(1, 8),
                        "a:" + EventKey.packetSequence(1, 9),
                        "a:" + EventKey.packetSequence(2, 1));
    }

    @Test
    void shouldStopAtTheEndAndLeaveTheRestPending() {
        a.postAt(Rank.HOST, 10, 0, 1);
        a.postAt(Rank.HOST, 11, 0, 2);
        engine.runUntil(10);

        assertThat(taken).containsExactly("a:1");
        assertThat(engine.nextTimePs()).isEqualTo(11);
        engine.runUntil(5);
        assertThat(engine.nowPs()).as("time never falls").isEqualTo(10);
        assertThat(engine.step()).isTrue();
        assertThat(engine.step()).isFalse();
        assertThat(engine.nextTimePs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseAnEventIntoThePastAndNameWhoPostedIt() {
        engine.runUntil(50);

        assertThatThrownBy(() -> b.postToAt(a, Rank.HOST, 49, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("49 ps at 50 ps")
                .hasMessageContaining("for a by b");
        b.postToAt(a, Rank.HOST, 50, 7);
        engine.runUntil(50);
        assertThat(taken).containsExactly("a:7");
    }

    @Test
    void shouldRefuseTwoComponentsOfOneNameAndOneComponentTwice() {
        assertThatThrownBy(() -> engine.register(new Ticker("a"))).hasMessageContaining("two components named a");
        assertThatThrownBy(() -> new Engine().register(a)).hasMessageContaining("registered already");
        assertThat(engine.components()).hasSize(2);
    }

    @Test
    void shouldHoldMoreComponentsThanItStartsWith() {
        for (int n = 2; n < 300; n++) {
            engine.register(new Ticker("t" + n, 0, taken));
        }
        ((Ticker) engine.component(299)).postAt(Rank.HOST, 1, 255, 42);
        engine.runUntil(1);

        assertThat(taken).containsExactly("t299:42");
        assertThat(engine.component(299).id()).isEqualTo(299);
    }

    @Test
    void shouldHashWhatHappenedAndWhen() {
        assertThat(hashOfTickers(100, 3)).isEqualTo(hashOfTickers(100, 3)).startsWith("v1:");
        assertThat(hashOfTickers(100, 3)).isNotEqualTo(hashOfTickers(100, 4));
        assertThat(hashOfTickers(100, 3)).isNotEqualTo(hashOfTickers(99, 3));
    }

    private static String hashOfTickers(long periodPs, int ticks) {
        Engine engine = new Engine();
        Ticker ticker = engine.register(new Ticker("t", periodPs, new ArrayList<>()));
        ticker.postAt(Rank.HOST, 0, Ticker.TICK, 0);
        for (int n = 0; n < ticks; n++) {
            engine.step();
        }
        return engine.traceHash();
    }
}
