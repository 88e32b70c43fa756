package dev.rmtwin.scenarios.report;

import dev.rmtwin.scenarios.run.ReceiverResult;

/**
 * One receiver of one run, as it is drawn.
 *
 * @param label what the legend calls it
 * @param style number of its colour and dash, from 0
 * @param receiver its figures
 */
record Series(String label, int style, ReceiverResult receiver) {
    /** Colours and dashes that there are; charts with more series are cut into several. */
    static final int STYLES = 6;
}
