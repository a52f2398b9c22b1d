import type { ReactNode } from "react";
import type { PlanType } from "@/api/contract";
import { PlanNote } from "@/components/plans/PlanNote";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import type { Column } from "@/components/table/columns";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import { type RowFacts, Table } from "@/components/table/Table";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import type { Failure } from "@/lib/failure";

/** A column of a card, with the total of its rows. */
export type CardColumn<Row> = Column<Row> & { total?: ReactNode };

export type CardTableProps<Row> = {
  title: string;
  lead: ReactNode;
  /** Beside the title: that it is a sample, or what else the table can show. */
  beside?: ReactNode;
  /** The first one names the rows; where it has a total, a row under the others shows all of them. */
  columns: ReadonlyArray<CardColumn<Row>>;
  rows: ReadonlyArray<Row> | undefined;
  facts: RowFacts<Row>;
  failure: Failure | null;
  /** The plans that include what that of the reader leaves out. */
  plans?: readonly PlanType[];
  onRetry: () => void;
  empty: { title: string; text: string };
};

/** A short table that is a card of a page. */
export function CardTable<Row>(props: CardTableProps<Row>) {
  const { title, lead, beside, rows, failure, plans = [], empty } = props;
  const failed = rows ? null : failure;
  return (
    <section
      aria-label={title}
      className="offscreen-free @container min-w-0 rounded-md border border-line bg-surface [--room:480px]"
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-(--card-pad) pt-3 pb-2">
        <div className="min-w-0 flex-[1_1_280px]">
          <h2 className="font-semibold text-md">{title}</h2>
          <p className="text-sm text-text-3">{lead}</p>
        </div>
        {beside}
      </header>
      <PlanNote plans={plans} className="px-(--card-pad) pb-2" />
      {failed && <ErrorState failure={failed} what={title} onRetry={props.onRetry} />}
      {rows?.length === 0 && <EmptyState title={empty.title}>{empty.text}</EmptyState>}
      {!rows && !failed && (
        <Loading label={`Loading ${title}`}>
          <div className="px-(--card-pad) pb-4">
            <Skeleton className="h-[420px] rounded-xs" />
          </div>
        </Loading>
      )}
      {rows && rows.length > 0 && <Rows {...props} rows={rows} />}
    </section>
  );
}

const none = () => false;

function Rows<Row>(props: CardTableProps<Row> & { rows: ReadonlyArray<Row> }) {
  const { title, columns, rows, facts } = props;
  const label = columns[0]?.total;
  const cells = Object.fromEntries(columns.map(({ id, total }) => [id, total]));
  return (
    <SidewaysScroll>
      <Table
        label={title}
        variant="card"
        columns={columns}
        rows={rows}
        facts={facts}
        totals={
          label === undefined
            ? undefined
            : { label, cells, sample: rows.some(facts.sample ?? none) }
        }
      />
    </SidewaysScroll>
  );
}
