import type { Qualified } from "@/lib/format/qualifiers";
import type { FileColumn } from "./tableText";

const flags = ["value_date", "is_carried", "is_partial"] as const;

/**
 * A number of a file, and behind it of which day it is, where that is not the last day of the table, whether it is carried
 * and whether it lacks days.
 */
export function markedColumns<Row>(
  column: FileColumn<Row>,
  markOf: (row: Row) => Qualified | undefined,
): ReadonlyArray<FileColumn<Row>> {
  const marks = flags.map(
    (flag): FileColumn<Row> => ({
      name: `${column.name}_${flag}`,
      value: (row) => {
        if (column.value(row) === null) return null;
        return markOf(row)?.[flag] ?? (flag === "value_date" ? null : false);
      },
    }),
  );
  return [column, ...marks];
}
