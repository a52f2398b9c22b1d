import { useMemo } from "react";
import type { SeriesInterval, SeriesMode } from "@/api/contract";
import type { ChartSettings, Offer, Step } from "../addressParameters";
import { offeredCalculations } from "../calculation";
import { type ChartPage, decodeChart, noOffer } from "../chartAddress";
import { offeredCurrencies } from "../currencies";
import { withoutSeries } from "../derived/secondAxis";
import { onlyLines, type TimeKind } from "../kinds";
import type { Measure } from "../measures/measure";
import { measureOf } from "../measures/measures";
import { intervalsOf, modesOf, stylesOf } from "../measures/offers";
import type { ChartedPage, ChartMeasure, Group } from "../queries/market";
import type { Range } from "../range";
import { useChartSettings } from "../useChartSettings";
import { intervalOf } from "./chartData";

/** The settings of a chart with its measure. */
export type ChartView = Omit<ChartSettings, "measure" | "group"> & {
  chart: ChartMeasure;
  measure: Measure;
  group: Group;
};

export function measureOfChart({ query }: ChartMeasure): Measure {
  const measure = measureOf(query.measure);
  if (!measure) throw new Error(`${query.measure} is not offered`);
  return measure;
}

/** The modes that a chart offers of its measure. */
export function modesOfMeasure(chart: ChartMeasure): readonly SeriesMode[] {
  return chart.fixed ? [chart.fixed] : modesOf(measureOfChart(chart));
}

/** The steps that a chart can take. */
export function stepsOf(chart: ChartMeasure): readonly Step[] {
  return ["auto", ...intervalsOf(measureOfChart(chart))];
}

/** How far apart the points of a chart are. */
export function shownInterval(
  { interval, range, mode }: Pick<ChartSettings, "interval" | "range" | "mode">,
  measure: Measure,
): SeriesInterval {
  return intervalOf(interval, range, mode !== "level", measure);
}

/** The settings of an address without parameters. */
function defaultLook(
  chart: ChartMeasure,
): Pick<ChartView, "interval" | "mode" | "scale" | "benchmarks"> {
  const [mode = "level"] = modesOfMeasure(chart);
  const { interval = "auto", scale = "linear", benchmarks = [] } = chart;
  return { interval, mode, scale, benchmarks };
}

/** How a measure can be drawn; units of different things add up to nothing. */
export function stylesOfMeasure(chart: ChartMeasure, mode: SeriesMode): readonly TimeKind[] {
  return chart.apart ? onlyLines : stylesOf(measureOfChart(chart), mode);
}

export function defaultStyle(
  chart: ChartMeasure,
  { mode, compared, scale }: Pick<ChartSettings, "mode" | "compared" | "scale">,
): TimeKind {
  const styles = stylesOfMeasure(chart, mode);
  const isCompared = mode === "level" && (compared.length > 0 || scale === "index");
  const preferred = isCompared ? "line" : chart.style;
  return styles.find((style) => style === preferred) ?? styles[0] ?? "line";
}

/** The settings that change with the compared groups. */
export function comparisonSettings(
  view: ChartView,
  compared: readonly string[],
): Partial<ChartView> {
  const style = defaultStyle(view.chart, { ...view, compared });
  return { compared, ...withoutSeries(view), style };
}

function groupOf({ groups }: ChartMeasure, by: string | null): Group {
  const first = groups[0] ?? { by: "none", label: "None" };
  return groups.find((group) => group.by === by) ?? first;
}

function chartMeasure(all: ChartedPage["charts"], id: string): ChartMeasure {
  return all.find((one) => one.id === id) ?? all[0];
}

function offerOf(all: ChartedPage["charts"]): Offer {
  const chartBy = ({ measure }: ChartSettings) => chartMeasure(all, measure);
  return {
    ...noOffer,
    measure: () => ({ values: all.map(({ id }) => id), default: all[0].id }),
    group: (state) => {
      const chart = chartBy(state);
      return { values: chart.groups.map(({ by }) => by), default: groupOf(chart, null).by };
    },
    interval: (state) => ({
      values: stepsOf(chartBy(state)),
      default: defaultLook(chartBy(state)).interval,
    }),
    mode: (state) => ({
      values: modesOfMeasure(chartBy(state)),
      default: defaultLook(chartBy(state)).mode,
    }),
    scale: (state) => defaultLook(chartBy(state)).scale,
    style: (state) => ({
      values: stylesOfMeasure(chartBy(state), state.mode),
      default: defaultStyle(chartBy(state), state),
    }),
    currency: (state) => offeredCurrencies(measureOfChart(chartBy(state))),
    calculation: (state) => {
      const measure = measureOfChart(chartBy(state));
      const interval = shownInterval(state, measure);
      return offeredCalculations({ measure, mode: state.mode, interval });
    },
    benchmarks: (state) => defaultLook(chartBy(state)).benchmarks,
  };
}

/** The chart of a page or record, by what it can draw. */
export function chartPage({ charts, prefix }: Pick<ChartedPage, "charts" | "prefix">): ChartPage {
  return {
    has: [
      "measure",
      "group",
      "interval",
      "mode",
      "calculation",
      "base",
      "scale",
      "compared",
      "style",
      "range",
      "currency",
      "zoom",
      "legend",
      "benchmarks",
      "second",
      "events",
      "full",
      "table",
    ],
    offer: offerOf(charts),
    ...(prefix !== undefined && { prefix }),
  };
}

function viewBy(
  all: ChartedPage["charts"],
  { measure, group, ...state }: ChartSettings,
): ChartView {
  const chart = chartMeasure(all, measure);
  return { ...state, chart, measure: measureOfChart(chart), group: groupOf(chart, group) };
}

/** The settings of the chart of a page, as its address says them; unknown parameters have their defaults. */
export function chartView(all: ChartedPage["charts"], search: string): ChartView {
  return viewBy(all, decodeChart(chartPage({ charts: all }), search));
}

/** Another measure with its defaults, and with the chosen groups and interval if it offers them. */
export function viewOf(chart: ChartMeasure, before: ChartView): ChartView {
  const [initial, past] = [defaultLook(chart), defaultLook(before.chart)];
  const by = before.group.by === groupOf(before.chart, null).by ? null : before.group.by;
  const step = before.interval === past.interval ? initial.interval : before.interval;
  const interval = stepsOf(chart).find((one) => one === step) ?? initial.interval;
  const look = { ...initial, interval, compared: [] };
  return {
    ...before,
    chart,
    measure: measureOfChart(chart),
    group: groupOf(chart, by),
    zoom: null,
    style: defaultStyle(chart, look),
    ...withoutSeries(before),
    ...look,
  };
}

/** A view with other steps: those of a year need years. */
export function withStep(
  interval: Step,
  range: Range,
): Pick<ChartView, "interval" | "range" | "zoom"> {
  const isLong = interval === "year" || (interval === "quarter" && range !== "1Y");
  return { interval, range: isLong ? "All" : range, zoom: null };
}

export function useChartView({ charts: all, prefix }: ChartedPage) {
  const page = useMemo(() => chartPage({ charts: all, prefix }), [all, prefix]);
  const { state, update, ...rest } = useChartSettings(page);
  return {
    view: useMemo(() => viewBy(all, state), [all, state]),
    update: ({ chart, group, ...patch }: Partial<Omit<ChartView, "measure">>) =>
      update({
        ...patch,
        ...(chart && { measure: chart.id }),
        ...(group && { group: group.by }),
      }),
    ...rest,
  };
}
