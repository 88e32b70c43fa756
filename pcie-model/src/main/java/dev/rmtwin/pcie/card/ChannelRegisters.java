package dev.rmtwin.pcie.card;

/** What reads and writes of one channel's registers do. Reading changes nothing. Stateless; thread: the engine's. */
final class ChannelRegisters {
    private final ReceiveChannel channel;
    private final InterruptCoalescer coalescer;

    /** @param coalescer the one of the vector with the channel's number */
    ChannelRegisters(ReceiveChannel channel, InterruptCoalescer coalescer) {
        this.channel = channel;
        this.coalescer = coalescer;
    }

    long read(QueueRegister register) {
        return switch (register) {
            case CONTROL -> control();
            case STATUS -> channel.status();
            case WINDOW_OFFSET -> channel.trigger().windowOffset();
            case WINDOW_LENGTH -> channel.trigger().windowLength();
            case SQ_BASE -> channel.descriptors().base();
            case SQ_SIZE -> channel.descriptors().size();
            case SQ_TAIL -> channel.descriptors().tail();
            case CQ_BASE -> channel.completions().base();
            case CQ_SIZE -> channel.completions().size();
            case CQ_HEAD -> channel.completions().head();
            case COALESCE_FRAMES -> coalescer.framesSet();
            case COALESCE_NS -> coalescer.timerNsSet();
            case COALESCE_MODE -> coalescer.mode();
            case COALESCE_ACTIVE_NS -> TimerSetting.toNs(coalescer.timerPs());
            case TRIGGER -> channel.trigger().modes();
            case TRIGGER_LENGTH -> channel.trigger().frameBytes();
            case TRIGGER_IDLE_NS -> channel.trigger().idleNs();
            case FIFO_THRESHOLD -> channel.fifo().threshold();
            case FIFO_TIMEOUT_NS -> channel.fifo().timeoutNs();
            case FIFO_LEVEL -> channel.fifo().level();
            case FIFO_PEAK -> channel.fifo().peak();
            case FIFO_DEPTH -> channel.fifo().depth();
            case CAUSE -> channel.interrupts().cause();
            case CAUSE_ENABLE -> channel.interrupts().enabled();
            case VECTOR_DATA -> channel.interrupts().dataVector();
            case VECTOR_DONE -> channel.interrupts().doneVector();
            case ERROR_STATUS -> channel.failure().status();
            case ERROR_INDEX -> channel.failure().index();
            case ERROR_BYTES -> channel.failure().doneBytes();
            case ERROR_DESCRIPTOR -> channel.failure().low();
            case ERROR_DESCRIPTOR_HIGH -> channel.failure().high();
            case SELF_TEST -> channel.selfTest().status();
            case SELF_TEST_NS -> channel.selfTest().durationNs();
            case SELF_TEST_OFFSET -> channel.selfTest().badOffset();
            case VECTOR_CONTROL, VECTOR_PENDING, VERSION, CHANNELS, COMMAND_QUEUES ->
                throw new IllegalStateException(register + " is not the channel's own");
        };
    }

    private long control() {
        return QueueControl.RECEIVE.bits(channel.receiving() ? 1 : 0)
                | QueueControl.INTERRUPT.bits(channel.interrupts().gate() ? 1 : 0)
                | QueueControl.HALT_ON_ERROR.bits(channel.haltsOnError() ? 1 : 0);
    }

    /** Writes a register's whole value; false when it is refused. */
    boolean write(QueueRegister register, long value, long nowPs) {
        switch (register) {
            case CONTROL -> {
                return writeControl(value);
            }
            case STATUS -> channel.setLatched(value);
            case SQ_BASE -> channel.descriptors().setBase(value);
            case SQ_SIZE -> channel.descriptors().setSize(Math.clamp(value, 0, 65_536));
            case SQ_TAIL -> {
                return channel.ringTail(value);
            }
            case CQ_BASE -> channel.completions().setBase(value);
            case CQ_SIZE -> channel.completions().setSize(Math.clamp(value, 0, 65_536));
            case CQ_HEAD -> {
                return channel.ringHead(value);
            }
            case WINDOW_OFFSET -> channel.trigger().setWindowOffset(value);
            case WINDOW_LENGTH -> channel.trigger().setWindowLength(value);
            case TRIGGER -> channel.trigger().setModes(value);
            case TRIGGER_LENGTH -> channel.trigger().setFrameBytes(value);
            case TRIGGER_IDLE_NS -> channel.trigger().setIdleNs(value);
            case FIFO_THRESHOLD, FIFO_TIMEOUT_NS -> {
                return writeLevel(register, value, nowPs);
            }
            case FIFO_PEAK -> channel.fifo().restartPeak();
            case ERROR_STATUS -> {
                if (!QueueError.VALID.isSet(value)) {
                    channel.failure().clear();
                }
            }
            default -> {
                return writeInterrupts(register, value, nowPs);
            }
        }
        return true;
    }

    private boolean writeControl(long value) {
        if (!channel.setReceiving(QueueControl.RECEIVE.isSet(value))) {
            return false;
        }
        channel.interrupts().setGate(QueueControl.INTERRUPT.isSet(value));
        channel.setHaltOnError(QueueControl.HALT_ON_ERROR.isSet(value));
        return true;
    }

    /** A busy channel keeps a time-out with any threshold above 1: no batch waits for ever. */
    private boolean writeLevel(QueueRegister register, long value, long nowPs) {
        EventFifo fifo = channel.fifo();
        boolean threshold = register == QueueRegister.FIFO_THRESHOLD;
        boolean servesAll = threshold ? value <= 1 || fifo.timeoutNs() > 0 : fifo.threshold() == 1 || value > 0;
        if (channel.busy() && !servesAll) {
            channel.latch(QueueStatus.BAD_PARAMETER.mask());
            return false;
        }
        if (threshold) {
            fifo.setThreshold(value, nowPs);
        } else {
            fifo.setTimeoutNs(value, nowPs);
        }
        return true;
    }

    private boolean writeInterrupts(QueueRegister register, long value, long nowPs) {
        boolean taken = true;
        switch (register) {
            case COALESCE_FRAMES -> coalescer.setFrames(value);
            case COALESCE_NS -> coalescer.setTimerNs(value);
            case COALESCE_MODE -> coalescer.setAdaptive(QueueCoalescing.ADAPTIVE.isSet(value), nowPs);
            case CAUSE -> channel.interrupts().setCause(value);
            case CAUSE_ENABLE -> channel.interrupts().setEnabled(value);
            case VECTOR_DATA -> taken = channel.interrupts().setDataVector(value);
            case VECTOR_DONE -> taken = channel.interrupts().setDoneVector(value);
            default -> {
                return false;
            }
        }
        if (!taken) {
            channel.latch(QueueStatus.BAD_PARAMETER.mask());
        }
        coalescer.onSettings(nowPs);
        return taken;
    }
}
