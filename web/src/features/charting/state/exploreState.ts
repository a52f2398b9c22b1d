import type { SeriesGroupBy, SeriesInterval, SeriesMode } from "@/api/contract";
import type { ChartSettings, Offer } from "@/charts/addressParameters";
import { offeredCalculations } from "@/charts/calculation";
import { type ChartPage, noOffer } from "@/charts/chartAddress";
import { offeredCurrencies } from "@/charts/currencies";
import type { TimeKind } from "@/charts/kinds";
import type { Measure } from "@/charts/measures/measure";
import { isOfBenchmarks, measureOf } from "@/charts/measures/measures";
import { intervalsOf, modesOf, stylesOf } from "@/charts/measures/offers";
import { measuresOf, type Preset } from "../presets";

/** The settings of a charting page; the filters stand beside them. */
export type ExploreState = Omit<ChartSettings, "interval"> & { interval: SeriesInterval };

/** Days, or the time that the measure itself is counted over. */
export function defaultInterval(measure: Measure): SeriesInterval {
  return measure.native ?? "day";
}

/** Series are compared as lines, groups stacked where they make a sum. */
function defaultStyle(view: ExploreState["view"], styles: readonly TimeKind[]): TimeKind {
  return view === "series" ? "line" : (styles[0] ?? "line");
}

/** How a measure is shown first: what suited another one may not suit it. */
export function defaultLook(
  measure: Measure,
  view: ExploreState["view"],
  mode: SeriesMode = modesOf(measure)[0] ?? "level",
): Pick<ExploreState, "mode" | "style" | "scale" | "zoom"> {
  const style = defaultStyle(view, stylesOf(measure, mode));
  return { mode, style, scale: "linear", zoom: null };
}

/** The dimensions of a measure: benchmarks have only their measure in common. */
export function dimensionsOf({ slug }: Measure, { groups }: Preset): readonly SeriesGroupBy[] {
  return isOfBenchmarks(slug) ? ["token"] : groups;
}

/** How a measure that is not additive is grouped: by what has a value of its own. */
export function defaultGroup(measure: Measure, { defaults, groups }: Preset): SeriesGroupBy {
  if (isOfBenchmarks(measure.slug)) return "token";
  if (measure.combining === "sum" || groups.length === 0) return defaults.group;
  return (
    (["asset", "token", "platform"] as const).find((by) => groups.includes(by)) ?? defaults.group
  );
}

function offerOf(preset: Preset): Offer {
  const measures = measuresOf(preset);
  const initial = measureOf(preset.defaults.measure) ?? measures[0];
  if (!initial) throw new Error(`${preset.id} offers no measure`);
  const measureBy = ({ measure }: ChartSettings) => measureOf(measure) ?? initial;
  return {
    ...noOffer,
    view: () => (preset.further ? [preset.further.view] : []),
    measure: () => ({ values: measures.map(({ slug }) => slug), default: initial.slug }),
    group: (state) => ({
      values: dimensionsOf(measureBy(state), preset),
      default: defaultGroup(measureBy(state), preset),
    }),
    interval: (state) => ({
      values: intervalsOf(measureBy(state)),
      default: defaultInterval(measureBy(state)),
    }),
    mode: (state) => {
      const modes = modesOf(measureBy(state));
      return { values: modes, default: modes[0] ?? "level" };
    },
    currency: (state) => offeredCurrencies(measureBy(state)),
    calculation: (state) => {
      const { interval } = exploreState(state);
      return offeredCalculations({ measure: measureBy(state), mode: state.mode, interval });
    },
    style: (state) => {
      const styles = stylesOf(measureBy(state), state.mode);
      return { values: styles, default: defaultStyle(state.view, styles) };
    },
  };
}

/** The chart of a charting page, by its preset. */
export function explorePage(preset: Preset): ChartPage {
  return {
    has: [
      "view",
      "measure",
      "group",
      "interval",
      "mode",
      "calculation",
      "base",
      "style",
      "scale",
      "range",
      "currency",
      "zoom",
      "likeForLike",
      "limit",
      "chosen",
      "legend",
      "benchmarks",
      "second",
      "asOf",
      "events",
      "full",
      "table",
    ],
    offer: offerOf(preset),
  };
}

/** Charting pages always name their steps. */
export function exploreState(state: ChartSettings): ExploreState {
  return { ...state, interval: state.interval === "auto" ? "day" : state.interval };
}
