package dev.rmtwin.scenarios.datasheet;

import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmRegister;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.List;

/** What a datasheet describes: one or more blocks of registers in one base address register. */
public enum DatasheetBlock {
    LOCAL("local", "The local block, in BAR 0", List.of(LocalRegister.BLOCK)),
    RM("rm", "The RM block of a 5565, in BAR 2", List.of(RmRegister.BLOCK)),
    QUEUE("queue", "The queue block, in BAR 4", List.of(QueueRegister.GLOBAL, QueueRegister.CHANNEL)),
    COMMAND("command", "The command queues, in BAR 4", List.of(CommandRegister.BLOCK));

    private final String label;
    private final String title;
    private final List<RegisterBlock> blocks;

    DatasheetBlock(String label, String title, List<RegisterBlock> blocks) {
        this.label = label;
        this.title = title;
        this.blocks = blocks;
    }

    /** Name in options and file names. */
    public String label() {
        return label;
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
