import type { ReactNode } from "react";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import type { FileColumn } from "@/components/tableFile/tableText";
import { Loading, Skeleton } from "@/components/ui/Skeleton";
import type { Failure } from "@/lib/failure";

type CardColumn<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Under the rows, of all of them. */
  total?: ReactNode;
  /** Words read from the start, numbers from the end. */
  isText?: boolean;
  /** Left out where there is little room. */
  wideOnly?: boolean;
};

/** A column of a card, and what stands for it in the file of the table. */
export type FiledColumn<Row> = CardColumn<Row> & { file?: FileColumn<Row> };

export type CardTableProps<Row> = {
  title: string;
  lead: ReactNode;
  /** Beside the title: that it is a sample, or what else the table can show. */
  beside?: ReactNode;
  /** The column that names the rows. */
  first: { header: string; cell: (row: Row) => ReactNode; total?: string };
  columns: ReadonlyArray<CardColumn<Row>>;
  rows: ReadonlyArray<Row> | undefined;
  idOf: (row: Row) => string;
  failure: Failure | null;
  onRetry: () => void;
  empty: { title: string; text: string };
};

const cell =
  "h-(--row-h) whitespace-nowrap border-line border-b px-(--cell-x) @max-[560px]:px-1.5 last:pe-(--card-pad)";
const head = `${cell} h-(--row-h-header) cond border-b-line-strong bg-surface-2 font-medium text-text-3 text-xs`;
const total = `${cell} border-b-0 bg-surface-2 font-semibold`;
const start = "ps-(--card-pad) text-start @max-[560px]:ps-(--card-pad)";

function aligned<Row>({ isText, wideOnly }: CardColumn<Row>): string {
  const align = isText ? "text-start" : "num text-end";
  return `${align} ${wideOnly ? "@max-[560px]:hidden" : ""}`;
}

/** A short table that is a card of a page. */
export function CardTable<Row>(props: CardTableProps<Row>) {
  const { title, lead, beside, rows, failure, empty } = props;
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

function Rows<Row>(props: CardTableProps<Row> & { rows: ReadonlyArray<Row> }) {
  const { title, first, columns, rows, idOf } = props;
  return (
    <SidewaysScroll>
      <table className="w-full border-separate border-spacing-0 text-(length:--text-table)">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} ${start}`}>
              {first.header}
            </th>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={`${head} ${aligned(column)}`}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className="hover:bg-surface-2">
              <th scope="row" className={`${cell} ${start} font-medium`}>
                {first.cell(row)}
              </th>
              {columns.map((column) => (
                <td key={column.header} className={`${cell} ${aligned(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {first.total && (
          <tfoot>
            <tr>
              <th scope="row" className={`${total} ${start}`}>
                {first.total}
              </th>
              {columns.map((column) => (
                <td key={column.header} className={`${total} ${aligned(column)}`}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </SidewaysScroll>
  );
}
