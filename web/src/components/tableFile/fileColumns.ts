import { lastDay } from "@/lib/dates/day";
import type { PointQualifier } from "@/lib/format/qualifiers";

export type Cell = string | number | boolean | null;

export type FileColumn<Row> = {
  /** Names the column, with its unit: "value_dollar". */
  name: string;
  value: (row: Row) => Cell;
  /** How its number came to be, as the star of its cell says it, and of which day it is, if not of the last one. */
  mark?: (row: Row) => PointQualifier | undefined;
};

const flags = ["value_date", "is_carried", "is_partial", "is_average"] as const;

/**
 * A column of a file, and behind a number with a mark of which day it is, and whether it is carried, lacks days or is the
 * average of a month. Numbers of tables are of the last day, unless their mark has another one.
 */
export function markedColumns<Row>(column: FileColumn<Row>): ReadonlyArray<FileColumn<Row>> {
  const { name, value, mark } = column;
  if (!mark) return [column];
  const marks = flags.map(
    (flag): FileColumn<Row> => ({
      name: `${name}_${flag}`,
      value: (row) => {
        if (value(row) === null) return null;
        return mark(row)?.[flag] ?? (flag === "value_date" ? lastDay() : false);
      },
    }),
  );
  return [column, ...marks];
}
