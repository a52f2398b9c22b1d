import type { ReactNode } from "react";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/EmptyState";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { ChartOutline } from "./ChartOutline";
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

const nothing = "No data yet";

function blank(label: string) {
  return { label, value: null, reason: nothing, note: nothing };
}

type OutlookScreenProps = Pick<Outlook, "kpis" | "chart" | "table" | "shows" | "source"> & {
  children?: ReactNode;
};

/** A page before its data: its parts in their places, without a single value, and what is to come in words. */
export function OutlookScreen({ kpis, chart, table, shows, source, children }: OutlookScreenProps) {
  return (
    <>
      {kpis && <KpiStrip label="Key figures" tiles={kpis.map(blank)} />}
      {chart && <ChartOutline {...chart} />}
      {table && <TableOutline {...table} />}
      {children}
      <Card>
        <EmptyState title="No figures yet" shows={shows} source={source}>
          A figure is withheld rather than made up: this page stays empty until its data is
          connected to this installation.
        </EmptyState>
      </Card>
    </>
  );
}
