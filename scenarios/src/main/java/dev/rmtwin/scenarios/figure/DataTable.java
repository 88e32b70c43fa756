package dev.rmtwin.scenarios.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Numbers that a figure shows besides its checks: a sweep or a curve.
 *
 * @param title one line
 * @param columns names with units at their ends
 * @param rows as many numbers each as there are columns
 */
public record DataTable(String title, List<String> columns, List<List<Double>> rows) {
    /** An empty table. */
    public static DataTable of(String title, String... columns) {
        return new DataTable(title, List.of(columns), new ArrayList<>());
    }

    /** Adds a row of whole numbers. */
    public DataTable counts(long... numbers) {
        return row(LongStream.of(numbers).asDoubleStream().toArray());
    }

    /** Adds a row with as many numbers as there are columns. */
    public DataTable row(double... numbers) {
        if (numbers.length != columns.size()) {
            throw new IllegalArgumentException(numbers.length + " numbers for " + columns.size() + " columns");
        }
        List<Double> row = new ArrayList<>();
        for (double number : numbers) {
            row.add(number);
        }
        rows.add(row);
        return this;
    }
}
