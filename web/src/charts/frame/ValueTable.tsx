import { useState } from "react";
import { Button } from "@/components/ui/Button";

const pageSize = 60;

export type ValueTableContent = {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
};

/** The chart as a table, for those who read figures or do not see the picture. */
export function ValueTable({ caption, head, rows }: ValueTableContent) {
  const [wanted, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(wanted, pages - 1);
  const [first, ...columns] = head;
  return (
    <div className="absolute inset-0 flex flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard. */}
      <section aria-label={caption} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
        <table className="num w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="cond text-text-3 text-xs *:sticky *:top-0 *:z-10 *:h-7 *:border-line-strong *:border-b *:bg-surface-2 *:px-2 *:font-medium">
              <th scope="col" className="start-0 text-start">
                {first}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="text-end">
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(page * pageSize, (page + 1) * pageSize).map(([name = "", ...cells]) => (
              <tr key={name} className="*:h-7 *:border-line *:border-b *:px-2 hover:*:bg-surface-2">
                <th scope="row" className="sticky start-0 bg-surface text-start font-normal">
                  <bdi>{name}</bdi>
                </th>
                {cells.map((value, index) => (
                  <td key={columns[index]} className="text-end">
                    <bdi>{value}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pages > 1 && (
        <div className="flex items-center gap-2 border-line border-t pt-1.5 text-sm text-text-2">
          <span role="status" className="flex-1">
            Page {page + 1} of {pages}
          </span>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
