package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.counter.Layer;

/** Counters of a card towards its host. */
public enum CardCounter implements CounterId {
    HOST_WRITES("card.host.writes", Layer.HARDWARE, "posted writes taken from the host"),
    HOST_WRITES_LOST_FAULT("card.host.lost-fault", Layer.HARDWARE, "writes of the host lost to an injected fault"),
    BAD_ACCESSES("card.host.bad-accesses", Layer.HARDWARE, "accesses to no register or beyond memory"),
    FRAMES_SEEN("card.channel.frames", Layer.HARDWARE, "frames completed in an enabled channel's window"),
    NOT_ENABLED("card.channel.not-enabled", Layer.HARDWARE, "frames lost: receive was not enabled"),
    NO_DESCRIPTOR("card.channel.no-descriptor", Layer.HARDWARE, "frames lost: no descriptor was ever posted"),
    EVENT_OVERFLOW("card.channel.event-overflow", Layer.HARDWARE, "frames lost: the event FIFO was full"),
    OVERWRITTEN("card.channel.overwritten", Layer.HARDWARE, "frames lost: written over before DMA took them"),
    BUFFER_TOO_SMALL("card.channel.buffer-too-small", Layer.HARDWARE, "frames lost: the buffer was too small"),
    FAULT("card.channel.fault", Layer.HARDWARE, "frames lost to an injected fault"),
    STARVED("card.dma.starved", Layer.HARDWARE, "times that a frame had to wait for a descriptor"),
    COMPLETION_STALLED("card.dma.completion-stalled", Layer.HARDWARE, "times that the completion ring was full"),
    DMA_DONE("card.dma.done", Layer.HARDWARE, "frames moved to host memory"),
    INTERRUPTS("card.interrupt.sent", Layer.INTERRUPT, "interrupt messages sent"),
    INTERRUPTS_MASKED("card.interrupt.masked", Layer.INTERRUPT, "interrupts left pending by a mask"),
    NETWORK_INTERRUPTS("card.network-interrupt.received", Layer.HARDWARE, "network interrupts queued"),
    NETWORK_INTERRUPTS_LOST("card.network-interrupt.lost", Layer.HARDWARE, "network interrupts lost: FIFO full"),
    NETWORK_INTERRUPTS_RESERVED(
            "card.network-interrupt.reserved", Layer.HARDWARE, "network interrupts of a type without meaning: ignored"),
    RESET_REQUESTS("card.network-interrupt.reset-requests", Layer.HARDWARE, "reset requests of other nodes"),
    HOST_WRITES_INHIBITED("card.host.writes-inhibited", Layer.HARDWARE, "writes of the host that parity forbade"),
    NOT_MODELLED("card.host.not-modelled", Layer.HARDWARE, "changes of register fields whose effect is not modelled"),
    DMA_FAILED("card.channel.dma-failed", Layer.HARDWARE, "frames lost: descriptor or card memory could not be read"),
    CHANNEL_RESET("card.channel.reset", Layer.HARDWARE, "frames lost: the channel was reset"),
    ABANDONED("card.channel.abandoned", Layer.HARDWARE, "frames begun and given up: receive was stopped"),
    NO_LISTENER(
            "card.channel.no-listener",
            Layer.HARDWARE,
            "frames lost: the card keeps none before its interrupt is open"),
    BLOCK_DMA_DONE("card.block-dma.done", Layer.HARDWARE, "transfers of the block DMA that ended well"),
    BLOCK_DMA_BYTES("card.block-dma.bytes", Layer.HARDWARE, "bytes that the block DMA moved"),
    BLOCK_DMA_REFUSED("card.block-dma.refused", Layer.HARDWARE, "starts of a block DMA channel that was busy or off"),
    BLOCK_DMA_BAD("card.block-dma.bad", Layer.HARDWARE, "transfers ended: size, alignment or place made no sense"),
    BLOCK_DMA_ABORTED("card.block-dma.aborted", Layer.HARDWARE, "transfers that the host aborted"),
    BLOCK_DMA_HOST_ERROR("card.block-dma.host-error", Layer.HARDWARE, "transfers ended: host memory did not answer"),
    BLOCK_DMA_FAULT("card.block-dma.fault", Layer.HARDWARE, "transfers ended by an injected fault"),
    WINDOW_OFFSET_CUT("card.window.offset-cut", Layer.HARDWARE, "window offsets with bits that were cut off"),
    SWITCHED_OFF(
            "card.host.switched-off",
            Layer.HARDWARE,
            "accesses while COMMAND, power state or a reset kept the card from answering"),
    FUNCTION_RESETS("card.function-resets", Layer.HARDWARE, "function-level resets"),
    POSTED_DROPPED(
            "card.host.posted-dropped",
            Layer.HARDWARE,
            "writes and messages on their way to the host, dropped by a function-level reset"),
    REQUESTS_HELD("card.function.held", Layer.HARDWARE, "requests that waited: the card was not to master the bus"),
    ANSWERS_DROPPED("card.function.answers-dropped", Layer.HARDWARE, "answers to reads from before a reset"),
    BUS_RESETS("card.function.bus-resets", Layer.HARDWARE, "resets of the bus"),
    POWER_DOWNS("card.function.power-downs", Layer.HARDWARE, "changes to D3hot");

    private final String id;
    private final Layer layer;
    private final String doc;

    CardCounter(String id, Layer layer, String doc) {
        this.id = id;
        this.layer = layer;
        this.doc = doc;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Layer layer() {
        return layer;
    }

    @Override
    public String doc() {
        return doc;
    }
}
