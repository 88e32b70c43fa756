package dev.rmtwin.pcie.host;

import dev.rmtwin.core.chance.Tail;

/**
 * A host machine: what its cores, kernel and threads cost. Every parameter is a time of its own that can be measured on a
 * real machine; none is a result.
 *
 * @param name the name under which scenario files know it
 * @param coreCount cores
 * @param interruptCore the core that all vectors are steered to at start
 * @param interrupt interrupt entry and service costs
 * @param wakeUp how a thread that waits in the kernel gets running again
 * @param polling what a polling receiver does
 * @param scheduler what the scheduler does to a thread that never blocks
 * @param application what the applications themselves cost
 */
public record HostProfile(
        String name,
        int coreCount,
        int interruptCore,
        Interrupt interrupt,
        WakeUp wakeUp,
        Polling polling,
        Scheduler scheduler,
        Application application) {

    /**
     * @param entryPs from the message's arrival at an idle core to the first instruction of the service routine
     * @param entryTail bounded extra (interrupts disabled, other handlers)
     * @param servicePs fixed cost of one service routine
     * @param perCompletionPs cost of each completion it drains
     * @param exitPs return from interrupt
     * @param softIrqPs starting a poll that a service routine or a timer has put off: raising it and getting to its first
     *     instruction
     */
    public record Interrupt(
            long entryPs, Tail entryTail, long servicePs, long perCompletionPs, long exitPs, long softIrqPs) {}

    /**
     * @param signalPs cost of signalling an eventfd, in the signaller
     * @param schedulePs from the signal to the woken thread running on its idle core
     * @param scheduleTail bounded extra (idle state exit, timer tick, cache misses)
     * @param returnPs return from epoll_wait to the application, on its core
     * @param blockPs entering epoll_wait or a sleep, on its core
     */
    public record WakeUp(long signalPs, long schedulePs, Tail scheduleTail, long returnPs, long blockPs) {}

    /**
     * @param intervalFactorPpm effective interval between two looks as a part of the period asked for (a fit without a
     *     known mechanism; 1 000 000 in an ideal profile)
     * @param intervalVariationPpm coefficient of variation of that interval
     * @param gapPs least time between the end of a look and the start of the next
     * @param statusReads registers that one look reads over the bus
     * @param tidyUpPs the rest of a look: clearing flags, checking the buffer
     * @param yieldCheckPs one turn of a yield loop: check and system call, on the core
     * @param yieldAwayPs what the yield gives away each turn
     * @param spinCheckPs one turn of a spin loop on a word in host memory
     */
    public record Polling(
            int intervalFactorPpm,
            int intervalVariationPpm,
            long gapPs,
            int statusReads,
            long tidyUpPs,
            long yieldCheckPs,
            long yieldAwayPs,
            long spinCheckPs) {}

    /**
     * A thread that burns its core without ever blocking uses up its time slice and is stalled: the scheduler runs others,
     * and the caches are cold afterwards. A thread that blocks starts a fresh slice each time it wakes.
     *
     * @param slicePs mean core time that a thread burns between two stalls; 0 for no stalls
     * @param stallMinPs shortest stall
     * @param stallMaxPs longest stall
     */
    public record Scheduler(long slicePs, long stallMinPs, long stallMaxPs) {}

    /**
     * @param takePs taking one frame from the ring and reading its header
     * @param afterDeliveryPs what the receiver spends on each frame after it has been delivered
     * @param sendPs preparing one frame and issuing its write
     */
    public record Application(long takePs, long afterDeliveryPs, long sendPs) {}
}
