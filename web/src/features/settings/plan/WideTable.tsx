import type { ReactNode } from "react";

type WideTableProps = {
  label: string;
  columns: ReadonlyArray<string>;
  rows: ReadonlyArray<{ key: string; isCurrent?: boolean; cells: ReadonlyArray<ReactNode> }>;
};

/** A table of words whose first cell names the row; it scrolls sideways where it is wider than the page. */
export function WideTable({ label, columns, rows }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-[560px] text-start text-sm">
        <thead>
          <tr className="border-line border-b text-text-2 text-xs">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="px-(--card-pad) py-1.5 text-start font-medium"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, isCurrent = false, cells: [name, ...values] }) => (
            <tr
              key={key}
              aria-current={isCurrent || undefined}
              className={`border-line border-b align-top last:border-b-0 ${isCurrent ? "bg-surface-2" : ""}`}
            >
              <th scope="row" className="px-(--card-pad) py-2 text-start font-medium">
                {name}
              </th>
              {values.map((value, at) => (
                <td key={columns[at + 1]} className="px-(--card-pad) py-2">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
