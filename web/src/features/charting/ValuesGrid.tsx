import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Explained, explain, useExplainer } from "@/app-state/explained";
import { indexAtOrBefore } from "@/charts/dates";
import { intervalName } from "@/charts/measures/intervals";
import { cell, type Scale, scaleOf } from "@/charts/numbers";
import { type PointedDay, usePointedDay } from "@/charts/time/pointedDay";
import type { Value } from "@/charts/types";
import { placeName } from "@/components/table/grid/gridKeys";
import { useGridFocus } from "@/components/table/grid/useGridFocus";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import { Button } from "@/components/ui/Button";
import { type PreparedChart, sumAt } from "./preparedChart";

const pageRows = 20;

type ValuesGridProps = {
  drawn: PreparedChart;
  /** The days that the chart shows. */
  days: readonly string[];
  pointed: PointedDay;
};

type Column = { id: string | null; name: string; values: readonly Value[] };

/** All series, and their sum where they make one, in the order of the answer. */
function columnsOf({ data, adds }: PreparedChart): readonly Column[] {
  const own = data.series.map(({ id, name, values }) => ({ id, name, values }));
  const added = data.series.filter(({ role }) => role !== "reference");
  if (!adds || added.length < 2) return own;
  const total = data.days.map((day, index) => sumAt(added, day, index));
  return [{ id: null, name: "Total", values: total }, ...own];
}

function largest(columns: readonly Column[]): number {
  let most = 0;
  for (const { values } of columns)
    for (const value of values) most = Math.max(most, Math.abs(value ?? 0));
  return most;
}

/** The numbers of the chart, the newest first; its crosshair and the row under it are one. */
export function ValuesGrid({ drawn, days, pointed }: ValuesGridProps) {
  const { data, unit, interval, numberOf } = drawn;
  const columns = useMemo(() => columnsOf(drawn), [drawn]);
  const scale = useMemo(() => scaleOf(unit, largest(columns)), [unit, columns]);
  const start = data.days.indexOf(days[0] ?? "");
  const newestFirst = useMemo(() => days.toReversed(), [days]);
  const [page, setPage] = useState(0);
  const day = useDeferredValue(usePointedDay(pointed));
  const own = useRef(false);
  const pages = Math.max(1, Math.ceil(newestFirst.length / pageRows));
  const shownPage = Math.min(page, pages - 1);
  // The page with the day under the crosshair comes by itself, unless the table was what pointed at it.
  useEffect(() => {
    if (day === null || own.current) return;
    const place = newestFirst.length - 1 - indexAtOrBefore(days, day);
    if (newestFirst[place] === day) setPage(Math.floor(place / pageRows));
  }, [day, days, newestFirst]);
  const rows = newestFirst.slice(shownPage * pageRows, (shownPage + 1) * pageRows);
  const number = (row: number, column: number): Explained | null => {
    const of = columns[column - 1];
    const at = rows[row];
    return of && at !== undefined ? numberOf(of.id, at) : null;
  };
  const { table, active, onFocus, onKeyDown } = useGridFocus({
    rows: rows.length,
    columns: columns.length + 1,
    reveal: () => {},
    onOpen: (row, event: KeyboardEvent) => {
      const at = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
      const chosen = number(row, Math.max(1, Number(at?.split(":")[1] ?? 1)));
      if (chosen) explain(chosen);
    },
    onSelect: undefined,
  });
  const point = (next: string | null) => {
    own.current = next !== null;
    pointed.set(next);
  };
  if (days.length === 0) return null;
  const heading = `Values, ${scale.head}`;
  return (
    <section
      aria-label={heading}
      className="min-w-0 rounded-md border border-line bg-surface pointer-coarse:[--row-h:44px]"
    >
      <header className="flex flex-wrap items-baseline gap-x-3 px-(--card-pad) pt-3 pb-2">
        <h2 className="font-semibold text-md">Values</h2>
        <p className="text-sm text-text-2">{scale.head}. Select a number to see its source.</p>
      </header>
      <SidewaysScroll>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table walked by cells is a grid.
          role="grid"
          aria-label={heading}
          aria-rowcount={newestFirst.length + 1}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onPointerLeave={() => point(null)}
          className="num w-full border-separate border-spacing-0 text-(length:--text-table)"
        >
          <thead>
            <tr className="cond text-text-3 text-xs *:h-(--row-h-header) *:border-line-strong *:border-b *:bg-surface-2 *:px-(--cell-x) *:font-medium">
              <th
                scope="col"
                data-cell={placeName({ row: -1, column: 0 })}
                tabIndex={active.row === -1 && active.column === 0 ? 0 : -1}
                className="start-0 z-10 in-data-wide:sticky ps-(--card-pad)! text-start"
              >
                {interval === "day" ? "Day" : "Interval"}
              </th>
              {columns.map(({ id, name }, at) => (
                <th
                  key={id ?? "(total)"}
                  scope="col"
                  title={name}
                  data-cell={placeName({ row: -1, column: at + 1 })}
                  tabIndex={active.row === -1 && active.column === at + 1 ? 0 : -1}
                  className="text-end"
                >
                  <bdi className="inline-block max-w-[150px] truncate align-bottom">{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each, row) => (
              <Row
                key={each}
                name={intervalName(interval, each)}
                day={each}
                row={row}
                position={shownPage * pageRows + row + 2}
                index={start + newestFirst.length - 1 - (shownPage * pageRows + row)}
                columns={columns}
                scale={scale}
                activeColumn={active.row === row ? active.column : null}
                isPointed={each === day}
                onPoint={point}
                numberOf={numberOf}
              />
            ))}
          </tbody>
        </table>
      </SidewaysScroll>
      <Pager page={shownPage} pages={pages} onPage={setPage} />
    </section>
  );
}

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

function Pager({ page, pages, onPage }: PagerProps) {
  if (pages < 2) return null;
  return (
    <div className="flex items-center gap-2 px-(--card-pad) py-2 text-sm text-text-2">
      <span role="status" className="num flex-1">
        Page {page + 1} of {pages}
      </span>
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button size="small" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </div>
  );
}

type RowProps = {
  name: string;
  day: string;
  row: number;
  /** Among all rows, from 1; the header is the first. */
  position: number;
  /** Of the day in the data. */
  index: number;
  columns: readonly Column[];
  scale: Scale;
  activeColumn: number | null;
  isPointed: boolean;
  onPoint: (day: string) => void;
  numberOf: PreparedChart["numberOf"];
};

const cellLook =
  "h-(--row-h) border-line border-b px-(--cell-x) focus-visible:outline-offset-[-2px]";

const Row = memo(function Row(props: RowProps) {
  const { name, day, row, position, index, columns, scale, activeColumn, isPointed } = props;
  const stop = (column: number) => (activeColumn === column ? 0 : -1);
  return (
    <tr
      data-row={row}
      data-pointed={isPointed || undefined}
      aria-rowindex={position}
      onPointerEnter={() => props.onPoint(day)}
      className="group/row hover:bg-surface-2 data-pointed:bg-surface-3"
    >
      <th
        scope="row"
        data-cell={placeName({ row, column: 0 })}
        tabIndex={stop(0)}
        className={`${cellLook} start-0 z-[1] in-data-wide:sticky bg-surface ps-(--card-pad)! text-start font-normal group-hover/row:bg-surface-2 group-data-pointed/row:bg-surface-3`}
      >
        <bdi>{name}</bdi>
      </th>
      {columns.map(({ id, values }, at) => (
        <td
          key={id ?? "(total)"}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is one.
          role="gridcell"
          data-cell={placeName({ row, column: at + 1 })}
          tabIndex={stop(at + 1)}
          className={`${cellLook} p-0! text-end`}
        >
          <Figure value={values[index] ?? null} scale={scale} number={props.numberOf(id, day)} />
        </td>
      ))}
    </tr>
  );
});

type FigureProps = { value: Value; scale: Scale; number: Explained | null };

function Figure({ value, scale, number }: FigureProps) {
  const explaining = useExplainer();
  const text = cell(value, scale);
  if (number === null) return <bdi className="px-(--cell-x)">{text}</bdi>;
  const { pressed, onPress } = explaining(number);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={pressed}
      onClick={onPress}
      className={`h-full min-h-6 w-full px-(--cell-x) text-end decoration-dotted underline-offset-2 hover:underline aria-pressed:bg-accent-soft aria-pressed:text-accent ${value === null ? "text-text-3" : ""}`}
    >
      <bdi>{text}</bdi>
      <span className="sr-only">{value === null ? "no value, explain" : ", explain"}</span>
    </button>
  );
}
