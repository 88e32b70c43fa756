package dev.rmtwin.scenarios.datasheet;

import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmRegister;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.pcie.stream.I2cRegister;
import dev.rmtwin.pcie.stream.StreamRegister;
import java.util.List;

/** What a datasheet describes: one or more blocks of registers behind one base address register, or on a chip's bus. */
public enum DatasheetBlock {
    LOCAL("local", "The local block, in BAR 0", List.of(LocalRegister.BLOCK)),
    RM("rm", "The RM block of a 5565, in BAR 2", List.of(RmRegister.BLOCK)),
    QUEUE("queue", "The queue block, in BAR 4", List.of(QueueRegister.GLOBAL, QueueRegister.CHANNEL)),
    COMMAND("command", "The command queues, in BAR 4", List.of(CommandRegister.BLOCK)),
    STREAM("stream", "stream-dma.md", "The stream DMA of a microcontroller", List.of(StreamRegister.BLOCK)),
    I2C("i2c", "i2c-master.md", "The I2C master of a microcontroller", List.of(I2cRegister.BLOCK));

    private final String label;
    private final String document;
    private final String title;
    private final List<RegisterBlock> blocks;

    DatasheetBlock(String label, String title, List<RegisterBlock> blocks) {
        this(label, label + "-block.md", title, blocks);
    }

    DatasheetBlock(String label, String document, String title, List<RegisterBlock> blocks) {
        this.label = label;
        this.document = document;
        this.title = title;
        this.blocks = blocks;
    }

    /** Name in options and file names. */
    public String label() {
        return label;
    }

    /** File name of its datasheet. */
    public String document() {
        return document;
    }

    /** One line for people. */
    public String title() {
        return title;
    }

    /** Its blocks of registers, by offset. */
    public List<RegisterBlock> blocks() {
        return blocks;
    }

    @Override
    public String toString() {
        return label;
    }
}
