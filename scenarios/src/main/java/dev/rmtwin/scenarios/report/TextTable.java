package dev.rmtwin.scenarios.report;

import java.util.ArrayList;
import java.util.List;

/** Columns of plain text, padded to the widest cell; numbers to the right. */
public final class TextTable {
    private final List<String[]> rows = new ArrayList<>();
    private final int leftColumns;

    /**
     * @param leftColumns so many columns from the left are words and start at the left; the rest are numbers
     * @param headings names of the columns
     */
    public TextTable(int leftColumns, String... headings) {
        this.leftColumns = leftColumns;
        rows.add(headings.clone());
    }

    /** Adds a row with as many cells as there are headings. */
    public TextTable row(String... cells) {
        if (cells.length != rows.getFirst().length) {
            throw new IllegalArgumentException(cells.length + " cells for " + rows.getFirst().length + " columns");
        }
        rows.add(cells.clone());
        return this;
    }

    /** The table, each line indented by two blanks and without blanks at its end. */
    public String render() {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int column = 0; column < row.length; column++) {
                widths[column] = Math.max(widths[column], row[column].codePointCount(0, row[column].length()));
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.length; column++) {
                String cell = row[column];
                String pad = " ".repeat(widths[column] - cell.codePointCount(0, cell.length()));
                line.append("  ").append(column < leftColumns ? cell + pad : pad + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
