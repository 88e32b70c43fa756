package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.pcie.card.CardIdentity;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Receiver;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverridesTest {
    @Test
    void shouldSetSingleValuesAndWholeMaps() {
        Scenario scenario = set("flows.command.receivers.B={mode: poll, period: 1 ms}", "flows.command.rate=2 kHz");

        Receiver receiver = scenario.flows().getFirst().receivers().getFirst();
        assertThat(receiver.mode()).isEqualTo(ReceiveMode.POLL);
        assertThat(receiver.periodPs()).isEqualTo(1_000_000_000L);
        assertThat(((Flow.Periodic) scenario.flows().getFirst().sending()).periodPs())
                .isEqualTo(500_000_000L);
    }

    @Test
    void shouldLetLaterSettingsWinAndNullRemove() {
        Scenario scenario = set("seed=5", "seed=6", "flows.answer=null");

        assertThat(scenario.seed()).isEqualTo(6);
        assertThat(scenario.flows()).extracting(Flow::name).containsExactly("command");
    }

    @Test
    void shouldSetDurationAndSeedByTheirOptions() {
        Overrides overrides =
                Overrides.NONE.withSet("seed=5").withDuration("10m").withSeed(7);

        Scenario scenario = Loading.sound(Loading.SOUND, overrides);

        assertThat(scenario.seed()).isEqualTo(7);
        assertThat(scenario.durationPs()).isEqualTo(600_000_000_000_000L);
    }

    @Test
    void shouldChangeProfilesThatTheFileNamesOrLeavesOut() {
        Scenario scenario = set("host=ideal", "host.wakeUp.schedule=3 us", "card.queue.channels=9");

        assertThat(scenario.node("A").host().wakeUp().schedulePs()).isEqualTo(3_000_000L);
        assertThat(scenario.node("A").host().wakeUp().blockPs()).isZero();
        assertThat(scenario.node("A").card().queue().channelCount()).isEqualTo(9);
    }

    @Test
    void shouldTakeTheQueueBlockAwayWithTheIdentity() {
        Scenario scenario = set("nodes.C.card.identity=5565");

        assertThat(scenario.node("C").card().identity()).isEqualTo(CardIdentity.RFM_5565);
        assertThat(scenario.node("A").card().identity()).isEqualTo(CardIdentity.RM_QUEUE);
    }

    @Test
    void shouldSetInsideAList() {
        Scenario scenario = set("expectations.0.tolerance=50 %");

        assertThat(scenario.expectations().getFirst().tolerance()).isEqualTo("50 %");
    }

    @Test
    void shouldCallProblemsByTheOptionAndItsOrdinal() {
        assertThat(problems("seed=1", "flows.command.rate=fast"))
                .containsExactly("--set:2: flows.command.rate: 'fast' is not a rate; write a rate with its unit"
                        + " (Hz, kHz, MHz), e.g. 1 kHz");
        assertThat(Loading.problems(Loading.SOUND, Overrides.NONE.withDuration("10")))
                .singleElement()
                .asString()
                .startsWith("--duration:1: duration: '10' has no unit");
        assertThat(Loading.problems(Loading.SOUND, Overrides.NONE.withSeed("x")))
                .containsExactly("--seed:1: seed: 'x' is not a whole number; write a whole number from 0");
    }

    @Test
    void shouldRefuseAMisspeltFlowInsteadOfMakingANewOne() {
        assertThat(problems("flows.comand.rate=2 kHz"))
                .containsExactly("--set:1: flows.comand.rate: there is no 'comand' in flows; did you mean 'command'?");
    }

    @Test
    void shouldRefuseWhatIsNoSetting() {
        assertThat(problems("rate")).singleElement().asString().startsWith("--set:1: 'rate' is not path=value");
        assertThat(problems("=5")).singleElement().asString().startsWith("--set:1: '=5' is not path=value");
        assertThat(problems("a..b=5")).singleElement().asString().startsWith("--set:1: 'a..b=5' is not path=value");
        assertThat(problems("seed={")).singleElement().asString().startsWith("--set:1: is not YAML:");
        assertThat(problems("include=x.yaml")).singleElement().asString().startsWith("--set:1: include: cannot be set");
        assertThat(problems("expectations.7.id=x"))
                .containsExactly("--set:1: expectations.7.id: there are 1 elements; count from 0");
        assertThat(problems("ring.sapn=3 m"))
                .containsExactly("--set:1: ring.sapn: unknown key 'sapn'; did you mean 'span'?");
    }

    private static Overrides overrides(String... sets) {
        Overrides overrides = Overrides.NONE;
        for (String set : sets) {
            overrides = overrides.withSet(set);
        }
        return overrides;
    }

    private static Scenario set(String... sets) {
        return Loading.sound(Loading.SOUND, overrides(sets));
    }

    private static List<String> problems(String... sets) {
        return Loading.problems(Loading.SOUND, overrides(sets));
    }
}
