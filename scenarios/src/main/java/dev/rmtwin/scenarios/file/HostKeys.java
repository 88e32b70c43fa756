package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostProfile.Application;
import dev.rmtwin.pcie.host.HostProfile.Interrupt;
import dev.rmtwin.pcie.host.HostProfile.Polling;
import dev.rmtwin.pcie.host.HostProfile.Scheduler;
import dev.rmtwin.pcie.host.HostProfile.WakeUp;

/** The keys of host profiles. */
final class HostKeys {
    private static final Kind COST = Kind.time("0 ns", "100 ms");

    static final Section<Tail> TAIL = Section.of("a random delay", Tail.class)
            .need("mean", COST, "mean of the exponential before it is cut; 0 ns for none", Tail::meanPs)
            .need("limit", COST, "largest delay that is ever drawn", Tail::limitPs)
            .check(HostKeys::checkTail)
            .make(v -> new Tail(v.number("mean"), v.number("limit")));

    private static final Section<Interrupt> INTERRUPT = Section.of("'interrupt'", Interrupt.class)
            .need(
                    "entry",
                    COST,
                    "from the message's arrival at an idle core to the service routine",
                    Interrupt::entryPs)
            .need(
                    "entryTail",
                    new Kind.Nested(TAIL),
                    "extra wait: interrupts off, other handlers",
                    Interrupt::entryTail)
            .need("service", COST, "fixed cost of one service routine", Interrupt::servicePs)
            .need("perCompletion", COST, "cost of each completion that it drains", Interrupt::perCompletionPs)
            .need("exit", COST, "return from interrupt", Interrupt::exitPs)
            .may(
                    "softIrq",
                    COST,
                    "300 ns",
                    "starting a poll that a service routine or a timer has put off",
                    Interrupt::softIrqPs)
            .make(v -> new Interrupt(
                    v.number("entry"),
                    v.made("entryTail", Tail.class),
                    v.number("service"),
                    v.number("perCompletion"),
                    v.number("exit"),
                    v.number("softIrq")));

    private static final Section<WakeUp> WAKE_UP = Section.of("'wakeUp'", WakeUp.class)
            .need("signal", COST, "signalling an eventfd, in the signaller", WakeUp::signalPs)
            .need("schedule", COST, "from the signal to the woken thread running", WakeUp::schedulePs)
            .need("scheduleTail", new Kind.Nested(TAIL), "extra wait: idle state, tick, caches", WakeUp::scheduleTail)
            .need("return", COST, "return from epoll_wait to the application", WakeUp::returnPs)
            .need("block", COST, "entering epoll_wait or a sleep", WakeUp::blockPs)
            .make(v -> new WakeUp(
                    v.number("signal"),
                    v.number("schedule"),
                    v.made("scheduleTail", Tail.class),
                    v.number("return"),
                    v.number("block")));

    private static final Section<Polling> POLLING = Section.of("'polling'", Polling.class)
            .need(
                    "intervalFactor",
                    Kind.amount(Dimension.SHARE, "1 %", "1000 %"),
                    "interval between two looks as a share of the period asked for",
                    Polling::intervalFactorPpm)
            .need(
                    "intervalVariation",
                    Kind.amount(Dimension.SHARE, "0 %", "50 %"),
                    "coefficient of variation of that interval",
                    Polling::intervalVariationPpm)
            .need("gap", COST, "least time from the end of a look to the next", Polling::gapPs)
            .need(
                    "statusReads",
                    new Kind.Whole(0, 1000),
                    "registers that a look reads over the bus",
                    Polling::statusReads)
            .need("tidyUp", COST, "the rest of a look: clearing flags, checking the buffer", Polling::tidyUpPs)
            .need(
                    "yieldCheck",
                    Kind.time("1 ns", "1 ms"),
                    "one turn of a yield loop, on the core",
                    Polling::yieldCheckPs)
            .need("yieldAway", COST, "what a yield gives away each turn", Polling::yieldAwayPs)
            .need(
                    "spinCheck",
                    Kind.time("1 ns", "1 ms"),
                    "one turn of a spin loop on host memory",
                    Polling::spinCheckPs)
            .make(v -> new Polling(
                    v.integer("intervalFactor"),
                    v.integer("intervalVariation"),
                    v.number("gap"),
                    v.integer("statusReads"),
                    v.number("tidyUp"),
                    v.number("yieldCheck"),
                    v.number("yieldAway"),
                    v.number("spinCheck")));

    private static final Section<Scheduler> SCHEDULER = Section.of("'scheduler'", Scheduler.class)
            .need(
                    "slice",
                    Kind.time("0 ns", "10 s"),
                    "mean core time burnt without blocking between two stalls; 0 ns for no stalls",
                    Scheduler::slicePs)
            .need("stallMin", COST, "shortest stall", Scheduler::stallMinPs)
            .need("stallMax", COST, "longest stall", Scheduler::stallMaxPs)
            .check(HostKeys::checkScheduler)
            .make(v -> new Scheduler(v.number("slice"), v.number("stallMin"), v.number("stallMax")));

    private static final Section<Application> APPLICATION = Section.of("'application'", Application.class)
            .need("take", COST, "taking one frame from the ring and reading its header", Application::takePs)
            .need("afterDelivery", COST, "spent on each frame after it was delivered", Application::afterDeliveryPs)
            .need("send", COST, "preparing one frame and issuing its write", Application::sendPs)
            .make(v -> new Application(v.number("take"), v.number("afterDelivery"), v.number("send")));

    static final Section<HostProfile> HOST = Section.of("a host profile", HostProfile.class)
            .may(
                    "profile",
                    new Kind.Label("reference-lab"),
                    null,
                    "profile to start from: a name or ./FILE.yaml",
                    h -> null)
            .may("name", new Kind.Label("my-host"), null, "name in reports", HostProfile::name)
            .may("description", new Kind.Prose(), null, "what machine it is", h -> null)
            .need("cores", new Kind.Whole(1, 1024), "cores", HostProfile::coreCount)
            .need("interruptCore", new Kind.Whole(0, 1023), "core that takes all vectors", HostProfile::interruptCore)
            .need("interrupt", new Kind.Nested(INTERRUPT), "interrupt costs", HostProfile::interrupt)
            .need("wakeUp", new Kind.Nested(WAKE_UP), "how a waiting thread gets running", HostProfile::wakeUp)
            .need("polling", new Kind.Nested(POLLING), "what a polling receiver does", HostProfile::polling)
            .need(
                    "scheduler",
                    new Kind.Nested(SCHEDULER),
                    "what befalls a thread that never blocks",
                    HostProfile::scheduler)
            .need("application", new Kind.Nested(APPLICATION), "what applications cost", HostProfile::application)
            .check(HostKeys::checkHost)
            .make(v -> new HostProfile(
                    v.text("name"),
                    v.integer("cores"),
                    v.integer("interruptCore"),
                    v.made("interrupt", Interrupt.class),
                    v.made("wakeUp", WakeUp.class),
                    v.made("polling", Polling.class),
                    v.made("scheduler", Scheduler.class),
                    v.made("application", Application.class)));

    private HostKeys() {}

    private static void checkTail(Values v, Problems problems) {
        if (v.has("mean", "limit") && v.number("mean") > 0 && v.number("limit") == 0) {
            problems.add(
                    v.where("limit"),
                    v.pathOf("limit"),
                    "a limit of 0 leaves nothing of the mean",
                    "raise it or set mean to 0 ns");
        }
    }

    private static void checkScheduler(Values v, Problems problems) {
        if (!v.has("slice", "stallMin", "stallMax")) {
            return;
        }
        if (v.number("stallMin") > v.number("stallMax")) {
            String most = Dimension.TIME.format(v.number("stallMax"));
            problems.add(v.where("stallMin"), v.pathOf("stallMin"), "is above stallMax", "write at most " + most);
        }
        if (v.number("slice") > 0 && v.number("stallMax") == 0) {
            problems.add(
                    v.where("stallMax"), v.pathOf("stallMax"), "stalls of length 0", "raise it or set slice to 0 ns");
        }
    }

    private static void checkHost(Values v, Problems problems) {
        if (v.has("cores", "interruptCore") && v.number("interruptCore") >= v.number("cores")) {
            String right = "write 0 to " + (v.number("cores") - 1);
            String wrong = "there is no core " + v.number("interruptCore") + " of " + v.number("cores");
            problems.add(v.where("interruptCore"), v.pathOf("interruptCore"), wrong, right);
        }
    }
}
