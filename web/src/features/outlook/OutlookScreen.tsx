import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import type { Outlook } from "./outlook";

function TableOutline({ title, columns }: NonNullable<Outlook["table"]>) {
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
      <section aria-label={title} tabIndex={0} className="overflow-x-auto rounded-md">
        <table className="w-full text-sm">
          <thead>
            <tr className="h-(--row-h-header) border-line border-b bg-surface-2">
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="cond whitespace-nowrap px-(--cell-x) text-start font-medium text-text-2 text-xs first:ps-(--card-pad)"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td colSpan={columns.length} className="h-[72px] px-(--card-pad) text-text-2">
                No rows yet
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    </Card>
  );
}

type OutlookScreenProps = Pick<Outlook, "table" | "shows" | "source">;

/** A page before its data: its table without a single row, and what is to come in words. */
export function OutlookScreen({ table, shows, source }: OutlookScreenProps) {
  return (
    <>
      {table && <TableOutline {...table} />}
      <Card>
        <EmptyState title="Not available yet" shows={shows} source={source}>
          This page requires a service that is not part of this installation yet.
        </EmptyState>
      </Card>
    </>
  );
}
