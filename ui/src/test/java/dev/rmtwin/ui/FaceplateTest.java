package dev.rmtwin.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaceplateTest {
    @Test
    void shouldLightEachLightByItsOwnBit() {
        assertThat(Faceplate.of(0)).isEqualTo(new Faceplate(false, false, false));
        assertThat(Faceplate.of(1)).isEqualTo(new Faceplate(false, true, false));
        assertThat(Faceplate.of(1 << 2)).isEqualTo(new Faceplate(true, false, false));
        assertThat(Faceplate.of(1 << 31)).isEqualTo(new Faceplate(false, false, true));
    }

    @Test
    void shouldIgnoreAllOtherBits() {
        assertThat(Faceplate.of(~(1 | 1 << 2 | 1 << 31))).isEqualTo(new Faceplate(false, false, false));
    }
}
