import type { ReactNode } from "react";
import { type Column, readsFromStart } from "./columns";

export type Totals = {
  /** The coverage of the row: "36 assets, 28 shown". */
  label: ReactNode;
  /** By column. */
  cells: Readonly<Record<string, ReactNode>>;
};

type TotalRowProps<Row> = {
  totals: Totals;
  columns: ReadonlyArray<Column<Row>>;
  selectable: boolean;
};

const totalClass =
  "h-(--row-h) whitespace-nowrap border-line-strong border-t bg-surface-2 px-(--cell-x) font-semibold last:pe-(--card-pad) compact:[font-stretch:94%]";

export function TotalRow<Row>({ totals, columns, selectable }: TotalRowProps<Row>) {
  return (
    <tfoot className="sticky bottom-0 z-20">
      <tr>
        {selectable && <td className={totalClass} />}
        {columns.map((column, at) => {
          if (at === 0) {
            return (
              <th
                key={column.id}
                scope="row"
                className={`${totalClass} start-0 z-30 border-line in-data-wide:sticky border-e text-start ${selectable ? "" : "ps-(--card-pad)"}`}
              >
                <bdi>{totals.label}</bdi>
              </th>
            );
          }
          const align = readsFromStart(column.kind) ? "text-start" : "num text-end";
          return (
            <td key={column.id} className={`${totalClass} ${align}`}>
              {totals.cells[column.id]}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
