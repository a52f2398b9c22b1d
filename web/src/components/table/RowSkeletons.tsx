import { memo } from "react";
import { type Column, readsFromStart } from "./columns";
import { leadLook, type RowLead } from "./RowLead";
import { alignment, type TableVariant, variants } from "./variants";

type RowSkeletonsProps<Row> = {
  columns: ReadonlyArray<Column<Row>>;
  count: number;
  variant: TableVariant;
  lead?: RowLead["kind"] | undefined;
};

/** The number of placeholder rows that most windows show; further rows are reserved as room. */
const mostRows = 24;

function SkeletonsOfRows<Row>({ columns, count, variant, lead }: RowSkeletonsProps<Row>) {
  const drawn = Math.min(count, mostRows);
  const className = `${variants[variant].cell} ${variants[variant].row}`;
  return (
    <>
      {Array.from({ length: drawn }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are alike.
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a skeleton cannot have the focus.
        <tr key={row} aria-hidden="true">
          {lead && <td className={`${className} ${leadLook(lead)}`} />}
          {columns.map((column, at) => {
            const start = readsFromStart(column.kind);
            const width = at === 0 ? 96 + ((row * 37) % 88) : start ? 56 : 40;
            return (
              <td key={column.id} className={`${className} ${alignment(column)}`}>
                <div
                  style={{ width }}
                  className={`h-2.5 animate-skeleton rounded-[3px] bg-surface-3 ${start ? "" : "ms-auto"}`}
                />
              </td>
            );
          })}
        </tr>
      ))}
      {count > drawn && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot have the focus.
        <tr aria-hidden="true" style={{ height: `calc(${count - drawn} * var(--row-h))` }} />
      )}
    </>
  );
}

/** Rows of the final height, with bars about as long as the texts of their columns. */
export const RowSkeletons = memo(SkeletonsOfRows) as typeof SkeletonsOfRows;
