import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { Table } from "@/components/table/Table";
import type { Outlook } from "./outlook";

const facts = { id: () => "", name: () => "" };

function TableOutline({ title, columns }: NonNullable<Outlook["table"]>) {
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
      <section aria-label={title} tabIndex={0} className="overflow-x-auto rounded-md">
        <Table
          label={title}
          variant="card"
          columns={columns.map((header) => ({
            id: header,
            header,
            kind: "text",
            cell: () => null,
          }))}
          rows={[]}
          facts={facts}
          placeholder={
            <tr>
              <td colSpan={columns.length} className="h-[72px] px-(--card-pad) text-text-2">
                No rows yet
              </td>
            </tr>
          }
        />
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
