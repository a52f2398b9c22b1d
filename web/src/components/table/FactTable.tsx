import type { ReactNode } from "react";

export type FactColumn = { title: string; isNumber?: boolean };

type FactTableProps = {
  label: string;
  /** The first one names the rows. */
  columns: ReadonlyArray<FactColumn>;
  rows: ReadonlyArray<{ key: string; isCurrent?: boolean; cells: ReadonlyArray<ReactNode> }>;
};

const edges = "first:ps-(--card-pad) last:pe-(--card-pad)";

/** The look of a row where the card is narrow: its name, and below it its values, each under its column. */
const folded =
  "@max-[540px]:grid @max-[540px]:gap-x-4 @max-[540px]:gap-y-2 @max-[540px]:px-(--card-pad) @max-[540px]:py-3";
const foldedCell =
  "@max-[540px]:p-0! @max-[540px]:text-start @max-[540px]:before:block @max-[540px]:before:text-text-3 @max-[540px]:before:text-xs @max-[540px]:before:content-[attr(data-column)]";

/** A short table of facts in a card. Its rows fold where the card is narrow, so that nothing scrolls sideways. */
export function FactTable({ label, columns, rows }: FactTableProps) {
  const [, ...valued] = columns;
  const across = valued.every(({ isNumber }) => isNumber) && valued.length % 3 === 0;
  return (
    <div className="@container">
      <div className="overflow-x-auto">
        <table aria-label={label} className="w-full text-start text-sm @max-[540px]:block">
          <thead className="@max-[540px]:sr-only">
            <tr className="border-line border-b text-text-2 text-xs">
              {columns.map(({ title, isNumber }) => (
                <th
                  key={title}
                  scope="col"
                  className={`cond px-2 py-1.5 align-bottom font-medium ${edges} ${isNumber ? "text-end" : "text-start"}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-[540px]:block">
            {rows.map(({ key, isCurrent = false, cells: [name, ...values] }) => (
              <tr
                key={key}
                aria-current={isCurrent || undefined}
                className={`border-line border-b align-top last:border-b-0 ${folded} ${across ? "@max-[540px]:grid-cols-3" : "@max-[540px]:grid-cols-2"} ${isCurrent ? "bg-surface-2" : ""}`}
              >
                <th
                  scope="row"
                  className={`px-2 py-2 text-start font-medium @max-[540px]:col-span-full @max-[540px]:p-0! ${edges}`}
                >
                  {name}
                </th>
                {valued.map(({ title, isNumber }, at) => (
                  <td
                    key={title}
                    data-column={title}
                    className={`px-2 py-2 ${edges} ${isNumber ? "num text-end" : ""} ${foldedCell}`}
                  >
                    {values[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
