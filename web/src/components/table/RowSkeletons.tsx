import { Skeleton } from "@/components/ui/Skeleton";
import { type Column, readsFromStart } from "./columns";

type RowSkeletonsProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  count: number;
  selectable: boolean;
};

/** Rows of the final height, with bars about as long as what will stand there. */
export function RowSkeletons<Row>({ columns, count, selectable }: RowSkeletonsProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are alike.
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a skeleton cannot have the focus.
    <tr key={row} aria-hidden="true">
      {selectable && <td className="h-(--row-h) border-line border-b" />}
      {columns.map((column, at) => {
        const start = readsFromStart(column.kind);
        const width = at === 0 ? 96 + ((row * 37) % 88) : start ? 56 : 40;
        return (
          <td
            key={column.id}
            className={`h-(--row-h) border-line border-b px-(--cell-x) last:pe-(--card-pad) ${at === 0 && !selectable ? "ps-(--card-pad)" : ""}`}
          >
            <div style={{ width }} className={start ? "" : "ms-auto"}>
              <Skeleton className="h-2.5 rounded-[3px]" />
            </div>
          </td>
        );
      })}
    </tr>
  ));
}
