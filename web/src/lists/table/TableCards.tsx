import { memo, type ReactNode, useMemo } from "react";
import { type Column, headerText } from "@/components/table/columns";
import type { RowFacts } from "@/components/table/Table";
import { NumbersOf } from "@/components/ui/buttons/NumberButton";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";

/** The card of a row on a phone: name, value and change, then up to four pairs. */
export type CardLayout<Row> = {
  /** Beside the name, such as a monogram. */
  lead?: (row: Row) => ReactNode;
  title: (row: Row) => ReactNode;
  subtitle?: (row: Row) => ReactNode;
  value: (row: Row) => ReactNode;
  change?: (row: Row) => ReactNode;
  /** Columns by id. */
  pairs: ReadonlyArray<string>;
  /** Their values are long: each pair has a line of its own. */
  longPairs?: boolean;
};

type TableCardsProps<Row> = {
  label: string;
  rows: ReadonlyArray<Row>;
  columns: ReadonlyArray<Column<Row>>;
  layout: CardLayout<Row>;
  facts: RowFacts<Row>;
  busy: boolean;
};

/** Beyond this the browser lays out only the cards near the window. */
const layOutAllUpTo = 12;

const cardClass =
  "relative border-line border-t px-(--card-pad) py-3 pointer-coarse:pt-2.5 pointer-coarse:pb-3.5";

/** A link in it is as high as a finger or a pointer needs, into the space around the line, which stays as it is. */
const pairValueClass =
  "min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap [&_a]:-my-1 [&_a]:py-1 pointer-coarse:[&_a]:-my-3.5 pointer-coarse:[&_a]:py-3.5";

export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, rows, columns, layout, facts, busy } = props;
  const pairs = useMemo(
    () => layout.pairs.flatMap((id) => columns.filter((column) => column.id === id)).slice(0, 4),
    [layout, columns],
  );
  return (
    <ul aria-label={label} aria-busy={busy}>
      {rows.map((row) => (
        <Card
          key={facts.id(row)}
          row={row}
          name={facts.name(row)}
          sample={facts.sample?.(row) ?? false}
          pairs={pairs}
          layout={layout}
          href={facts.href?.(row) ?? null}
          lazy={rows.length > layOutAllUpTo}
        />
      ))}
    </ul>
  );
}

type CardProps<Row> = {
  row: Row;
  name: string;
  sample: boolean;
  pairs: ReadonlyArray<Column<Row>>;
  layout: CardLayout<Row>;
  href: string | null;
  lazy: boolean;
};

function CardOfRow<Row>({ row, name, sample, pairs, layout, href, lazy }: CardProps<Row>) {
  return (
    <li
      className={`${cardClass} active:bg-surface-2 ${lazy ? "[contain-intrinsic-size:auto_110px] [content-visibility:auto]" : ""}`}
    >
      <div className="flex items-start gap-2.5">
        {layout.lead?.(row)}
        <div className="min-w-0 flex-1">
          <div className="flex gap-1.5 font-medium">
            <div className="min-w-0 truncate">
              <CardTitle href={href}>{layout.title(row)}</CardTitle>
            </div>
            {sample && <SampleTag short />}
          </div>
          {layout.subtitle && (
            <div className="truncate text-text-3 text-xs">{layout.subtitle(row)}</div>
          )}
        </div>
        <div className="num text-end">
          <div className="font-semibold">
            <NumbersOf value={name}>{layout.value(row)}</NumbersOf>
          </div>
          {layout.change && <div className="text-xs">{layout.change(row)}</div>}
        </div>
      </div>
      {pairs.length > 0 && (
        <dl
          className={`num mt-2 grid gap-x-5 gap-y-[7px] text-sm leading-[17px] ${layout.longPairs ? "" : "grid-cols-2"}`}
        >
          {pairs.map((column) => (
            <div key={column.id} className="flex min-w-0 items-center justify-between gap-2">
              <dt className="max-w-[58%] flex-none whitespace-normal text-text-3 [overflow-wrap:anywhere]">
                {headerText(column)}
              </dt>
              <dd className={pairValueClass}>
                <NumbersOf value={`${column.header} of ${name}`}>{column.cell(row)}</NumbersOf>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const Card = memo(CardOfRow) as typeof CardOfRow;

function CardTitle({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link
      href={href}
      className="outline-none after:absolute after:inset-0 after:outline-offset-[-2px] focus-visible:after:outline-2 focus-visible:after:outline-focus"
    >
      {children}
    </Link>
  );
}

type CardSkeletonsProps<Row> = { count: number; layout: CardLayout<Row> };

function SkeletonsOfCards<Row>({ count, layout }: CardSkeletonsProps<Row>) {
  const lines = Math.ceil(Math.min(layout.pairs.length, 4) / (layout.longPairs ? 1 : 2));
  const under = layout.subtitle || layout.change ? 16 : 0;
  const height = 45 + under + (lines > 0 ? 1 + lines * 24 : 0);
  const cards = Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cards of a skeleton are alike.
    <div key={index} aria-hidden="true" className={cardClass} style={{ height }}>
      <div className="flex justify-between">
        <Skeleton className="h-3 w-40 rounded-[3px]" />
        <Skeleton className="h-3 w-16 rounded-[3px]" />
      </div>
      {lines > 0 && (
        <div className="mt-8 grid grid-cols-2 gap-5">
          <Skeleton className="h-2.5 rounded-[3px]" />
          <Skeleton className="h-2.5 rounded-[3px]" />
        </div>
      )}
    </div>
  ));
  return <>{cards}</>;
}

/** Cards of the final height: the lines of the name and what is under it, then those of the pairs. */
export const CardSkeletons = memo(SkeletonsOfCards) as typeof SkeletonsOfCards;
