import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { explain, type NumberKey, useExplainer } from "@/app-state/numberExplanation";
import { currencies } from "@/charts/currencies";
import { sumReason, valueReason } from "@/charts/data/valueReason";
import { indexAtOrBefore } from "@/charts/dates";
import type { SeriesId } from "@/charts/explanation/chartNumbers";
import { formatCell, type Scale, scaleOf } from "@/charts/formatValues";
import { intervalName } from "@/charts/measures/intervals";
import { type PointedDay, usePointedDay } from "@/charts/time/pointedDay";
import type { Value } from "@/charts/types";
import type { Column } from "@/components/table/columns";
import { useGridFocus } from "@/components/table/grid/useGridFocus";
import { SidewaysScroll } from "@/components/table/SidewaysScroll";
import { Table } from "@/components/table/Table";
import { Button } from "@/components/ui/buttons/Button";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { type PreparedChart, sumAt } from "../prepared/preparedChart";

const pageRows = 20;

type ValuesGridProps = {
  chart: PreparedChart;
  /** The days that the chart shows. */
  days: readonly string[];
  pointed: PointedDay;
};

type Series = {
  id: string | null;
  name: string;
  values: readonly Value[];
  sample?: boolean | undefined;
  /** How its figures are written. */
  scale: Scale;
  /** Why the value at a place of the data was not measured on its day. */
  reasonAt: (at: number) => string | null;
};

/** The rate of a converted value, once there is no newer one; on a weekend that of Friday is usual. */
function rateNote({ data, unitOf }: PreparedChart, id: SeriesId, day: string) {
  const { provisional, dayNotes } = data;
  if (!provisional || day < provisional.from || !(unitOf(id).unit in currencies)) return null;
  return dayNotes?.get(day);
}

/** All series, and their sum where they make one, in the order of the answer. */
function seriesOf(chart: PreparedChart) {
  const { data, adds, unit } = chart;
  const reasonOf = (id: SeriesId, at: number, own: (day: string) => string | null) => {
    const day = data.days[at] ?? "";
    return [own(day), rateNote(chart, id, day)].filter(Boolean).join(", ") || null;
  };
  const isSecond = (id: string) => data.second?.ids.includes(id) === true;
  const added = data.series.filter(({ role }) => role !== "reference");
  const withTotal = adds && added.length > 1;
  const total = withTotal ? data.days.map((day, index) => sumAt(added, day, index)) : [];
  const first = data.series.filter(({ id }) => !isSecond(id));
  const scale = scaleOf(unit, largest(withTotal ? [...first, { values: total }] : first));
  const second = data.second && {
    ...data.second,
    scale: scaleOf(data.second.unit, largest(data.series.filter(({ id }) => isSecond(id)))),
  };
  const own = data.series.map((one): Series => {
    const { id, name, values, sample } = one;
    const reasonAt = (at: number) => reasonOf(id, at, (day) => valueReason(one, day));
    const series = { id, name, values, sample, scale, reasonAt };
    if (!second || !isSecond(id)) return series;
    return { ...series, name: `${name}, ${second.scale.head}`, scale: second.scale };
  });
  const sample = added.some((one) => one.sample);
  const reasonAt = (at: number) => reasonOf(null, at, (day) => sumReason(added, at, day));
  const whole: Series = { id: null, name: "Total", values: total, sample, scale, reasonAt };
  return { series: withTotal ? [whole, ...own] : own, scale };
}

function largest(series: ReadonlyArray<Pick<Series, "values">>): number {
  let most = 0;
  for (const { values } of series)
    for (const value of values) most = Math.max(most, Math.abs(value ?? 0));
  return most;
}

/** A column for the days, each by its place in the data, and one for every series. */
function columnsOf({ data, interval, numberOf }: PreparedChart, series: readonly Series[]) {
  const days: Column<number> = {
    id: "day",
    header: interval === "day" ? "Day" : "Interval",
    kind: "text",
    width: 104,
    cell: (at) => <bdi>{intervalName(interval, data.days[at] ?? "")}</bdi>,
  };
  return [
    days,
    ...series.map(
      ({ id, name, values, sample, scale, reasonAt }): Column<number> => ({
        id: id ?? "(total)",
        header: name,
        mark: sample && (
          <>
            <SampleTag short />{" "}
          </>
        ),
        description: name,
        kind: "number",
        fills: true,
        cell: (at) => (
          <Figure
            value={values[at] ?? null}
            scale={scale}
            number={numberOf(id, data.days[at] ?? "")}
            reason={(values[at] ?? null) === null ? null : reasonAt(at)}
          />
        ),
      }),
    ),
  ];
}

/** The numbers of the chart, the newest first; its crosshair and the row under it are one. */
export function ValuesGrid({ chart, days, pointed }: ValuesGridProps) {
  const { data, interval, numberOf } = chart;
  const { series, scale } = useMemo(() => seriesOf(chart), [chart]);
  const columns = useMemo(() => columnsOf(chart, series), [chart, series]);
  const start = data.days.indexOf(days[0] ?? "");
  const count = days.length;
  const [page, setPage] = useState(0);
  const day = useDeferredValue(usePointedDay(pointed));
  const own = useRef(false);
  const pages = Math.max(1, Math.ceil(count / pageRows));
  const shownPage = Math.min(page, pages - 1);
  // The page with the day under the crosshair comes by itself, unless the table was what pointed at it.
  useEffect(() => {
    if (day === null || own.current) return;
    const at = indexAtOrBefore(days, day);
    if (days[at] === day) setPage(Math.floor((days.length - 1 - at) / pageRows));
  }, [day, days]);
  const offset = shownPage * pageRows;
  const rows = Array.from(
    { length: Math.min(pageRows, count - offset) },
    (_, row) => start + count - 1 - offset - row,
  );
  const grid = useGridFocus({
    rows: rows.length,
    columns: columns.length,
    reveal: () => {},
    onOpen: ({ row, column }) => {
      const line = series[Math.max(0, column - 1)];
      const number = line && numberOf(line.id, data.days[rows[row] ?? -1] ?? "");
      if (number) explain(number);
    },
    onSelect: undefined,
  });
  const point = useCallback(
    (next: string | null) => {
      own.current = next !== null;
      pointed.set(next);
    },
    [pointed],
  );
  if (count === 0) return null;
  const heading = `Values, ${scale.head}`;
  const dayOf = (at: number) => data.days[at] ?? "";
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
        <Table
          label={heading}
          variant="page"
          columns={columns}
          rows={rows}
          facts={{ id: dayOf, name: (at) => intervalName(interval, dayOf(at)) }}
          grid={grid}
          total={count}
          offset={offset}
          pointed={day}
          onPoint={point}
        />
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

type FigureProps = {
  value: Value;
  scale: Scale;
  number: NumberKey | null;
  reason: string | null;
};

/** The room of a cell, which a button takes up to its edges. */
const figureRoom = "px-(--cell-x) in-[td:last-child]:pe-(--edge)";

function Figure({ value, scale, number, reason }: FigureProps) {
  const explaining = useExplainer();
  const figure = (
    <Starred reason={reason}>
      <bdi>{formatCell(value, scale)}</bdi>
    </Starred>
  );
  if (number === null) return <span className={figureRoom}>{figure}</span>;
  const { pressed, onPress } = explaining(number);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={pressed}
      onClick={onPress}
      className={`h-full min-h-6 w-full ${figureRoom} text-end decoration-dotted underline-offset-2 hover:underline aria-pressed:bg-accent-soft aria-pressed:text-accent ${value === null ? "text-text-3" : ""}`}
    >
      {figure}
      <span className="sr-only">{value === null ? "no value, explain" : ", explain"}</span>
    </button>
  );
}
