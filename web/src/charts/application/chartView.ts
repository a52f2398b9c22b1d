import { useMemo } from "react";
import type { SeriesInterval, SeriesMode } from "@/api/contract";
import { offeredCalculations } from "../calculation";
import { type ChartPage, decodeChart, noOffer } from "../chartAddress";
import { offeredCurrencies } from "../currencies";
import { onlyLines, type TimeKind } from "../kinds";
import type { Measure } from "../measures/measure";
import { measureOf } from "../measures/measures";
import { intervalsOf, modesOf, stylesOf } from "../measures/offers";
import type { ChartSettings, Offer, Step } from "../parameters";
import type { ChartMeasure, Group, Pictured } from "../queries/market";
import type { Range } from "../range";
import { useChartSettings } from "../useChartSettings";
import { intervalOf } from "./chartData";

/** The settings of a chart with its measure. */
export type ChartView = Omit<ChartSettings, "metric" | "group"> & {
  drawn: ChartMeasure;
  measure: Measure;
  group: Group;
};

export function measureOfChart({ query }: ChartMeasure): Measure {
  const measure = measureOf(query.measure);
  if (!measure) throw new Error(`${query.measure} is not offered`);
  return measure;
}

/** The modes that a chart offers of its measure. */
export function modesOfMeasure(drawn: ChartMeasure): readonly SeriesMode[] {
  return drawn.fixed ? [drawn.fixed] : modesOf(measureOfChart(drawn));
}

/** The steps that a chart can take. */
export function stepsOf(drawn: ChartMeasure): readonly Step[] {
  return ["auto", ...intervalsOf(measureOfChart(drawn))];
}

/** How far apart the points of a chart are. */
export function shownInterval(
  { interval, range, mode }: Pick<ChartSettings, "interval" | "range" | "mode">,
  measure: Measure,
): SeriesInterval {
  return intervalOf(interval, range, mode !== "level", measure);
}

/** The settings of an address without parameters. */
function usualLook(drawn: ChartMeasure): Pick<ChartView, "interval" | "mode" | "scale" | "beside"> {
  const [mode = "level"] = modesOfMeasure(drawn);
  const { every: interval = "auto", scale = "linear", beside = [] } = drawn;
  return { interval, mode, scale, beside };
}

/** How a measure can be drawn; units of different things add up to nothing. */
export function stylesOfMeasure(drawn: ChartMeasure, mode: SeriesMode): readonly TimeKind[] {
  return drawn.apart ? onlyLines : stylesOf(measureOfChart(drawn), mode);
}

export function usualStyle(
  drawn: ChartMeasure,
  { mode, compared, scale }: Pick<ChartSettings, "mode" | "compared" | "scale">,
): TimeKind {
  const styles = stylesOfMeasure(drawn, mode);
  const isCompared = mode === "level" && (compared.length > 0 || scale === "index");
  const usual = isCompared ? "line" : drawn.style;
  return styles.find((style) => style === usual) ?? styles[0] ?? "line";
}

/** The settings that change with the compared groups. */
export function comparing(view: ChartView, compared: readonly string[]): Partial<ChartView> {
  return { compared, legend: "", style: usualStyle(view.drawn, { ...view, compared }) };
}

function groupOf({ groups }: ChartMeasure, by: string | null): Group {
  const first = groups[0] ?? { by: "none", label: "None" };
  return groups.find((group) => group.by === by) ?? first;
}

function chartMeasure(all: Pictured["drawn"], id: string): ChartMeasure {
  return all.find((one) => one.id === id) ?? all[0];
}

function offerOf(all: Pictured["drawn"]): Offer {
  const drawnBy = ({ metric }: ChartSettings) => chartMeasure(all, metric);
  return {
    ...noOffer,
    metric: () => ({ values: all.map(({ id }) => id), usual: all[0].id }),
    group: (state) => {
      const drawn = drawnBy(state);
      return { values: drawn.groups.map(({ by }) => by), usual: groupOf(drawn, null).by };
    },
    interval: (state) => ({
      values: stepsOf(drawnBy(state)),
      usual: usualLook(drawnBy(state)).interval,
    }),
    mode: (state) => ({
      values: modesOfMeasure(drawnBy(state)),
      usual: usualLook(drawnBy(state)).mode,
    }),
    scale: (state) => usualLook(drawnBy(state)).scale,
    style: (state) => ({
      values: stylesOfMeasure(drawnBy(state), state.mode),
      usual: usualStyle(drawnBy(state), state),
    }),
    currency: (state) => {
      const drawn = drawnBy(state);
      const measure = measureOfChart(drawn);
      const { mode } = state;
      return offeredCurrencies({ measure, mode, interval: shownInterval(state, measure) });
    },
    calculation: (state) => {
      const measure = measureOfChart(drawnBy(state));
      const interval = shownInterval(state, measure);
      return offeredCalculations({ measure, mode: state.mode, interval });
    },
    beside: (state) => usualLook(drawnBy(state)).beside,
  };
}

/** The chart of a page or record, by what it can draw. */
export function chartPage({ drawn, prefix }: Pick<Pictured, "drawn" | "prefix">): ChartPage {
  return {
    has: [
      "metric",
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
      "beside",
      "second",
      "events",
      "full",
      "table",
    ],
    offer: offerOf(drawn),
    names: { metric: ["measure"] },
    ...(prefix !== undefined && { prefix }),
  };
}

function viewBy(all: Pictured["drawn"], { metric, group, ...state }: ChartSettings): ChartView {
  const drawn = chartMeasure(all, metric);
  return { ...state, drawn, measure: measureOfChart(drawn), group: groupOf(drawn, group) };
}

/** The settings of the chart of a page, as its address says them; unknown parameters count as usual. */
export function chartView(all: Pictured["drawn"], search: string): ChartView {
  return viewBy(all, decodeChart(chartPage({ drawn: all }), search));
}

/** Another measure as it is shown first, in the groups and steps that were chosen where it has them. */
export function viewOf(drawn: ChartMeasure, before: ChartView): ChartView {
  const [usual, past] = [usualLook(drawn), usualLook(before.drawn)];
  const by = before.group.by === groupOf(before.drawn, null).by ? null : before.group.by;
  const step = before.interval === past.interval ? usual.interval : before.interval;
  const interval = stepsOf(drawn).find((one) => one === step) ?? usual.interval;
  const look = { ...usual, interval, compared: [] };
  return {
    ...before,
    drawn,
    measure: measureOfChart(drawn),
    group: groupOf(drawn, by),
    zoom: null,
    style: usualStyle(drawn, look),
    legend: "",
    ...look,
  };
}

/** A view with other steps: those of a year need years. */
export function steppedBy(
  interval: Step,
  range: Range,
): Pick<ChartView, "interval" | "range" | "zoom"> {
  const isLong = interval === "year" || (interval === "quarter" && range !== "1Y");
  return { interval, range: isLong ? "All" : range, zoom: null };
}

export function useChartView({ drawn: all, prefix }: Pictured) {
  const page = useMemo(() => chartPage({ drawn: all, prefix }), [all, prefix]);
  const { state, update, ...rest } = useChartSettings(page);
  return {
    view: useMemo(() => viewBy(all, state), [all, state]),
    update: ({ drawn, group, ...patch }: Partial<Omit<ChartView, "measure">>) =>
      update({
        ...patch,
        ...(drawn && { metric: drawn.id }),
        ...(group && { group: group.by }),
      }),
    ...rest,
  };
}
