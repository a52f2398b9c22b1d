import { useMemo } from "react";
import type { Query, Restatement, SeriesLine } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { every, where } from "@/api/listQuery";
import { plansBeyond } from "@/api/plans";
import { refetchFailed } from "@/api/refetchFailed";
import type { NumberKey } from "@/app-state/numberExplanation";
import { mostCompared } from "@/charts/comparedSeries";
import { freshnessOf } from "@/charts/data/freshness";
import { lineId, lineName, lineSeries, type SeriesInput, timeData } from "@/charts/data/timeData";
import { useSeriesOrigin } from "@/charts/data/useOrigin";
import { useRestatements } from "@/charts/data/useTimeseries";
import { useWithheld } from "@/charts/data/withheld";
import { leftOutNotes } from "@/charts/markers/events";
import { restatementGroups } from "@/charts/markers/restatements";
import { type ChartRestatements, noRestatements } from "@/charts/markers/useChartRestatements";
import { useMarks } from "@/charts/markers/useMarks";
import { endOf } from "@/charts/measures/intervals";
import { measureOf } from "@/charts/measures/measures";
import { intervalNote } from "@/charts/measures/offers";
import { chartUnit } from "@/charts/measures/units";
import type { ChartState, Freshness, PublishedValues, TimeData } from "@/charts/types";
import { planNotes } from "@/components/plans/planNames";
import { addDays } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import type { ExploreState } from "../state/exploreState";
import type { useComparedSeries } from "../state/useExplore";
import { measureTitle, type PreparedChart, unitLine } from "./preparedChart";
import { useSeriesEvents } from "./useSeriesEvents";

type SeriesAnswers = ReturnType<typeof useComparedSeries>;

/** The most gaps of a line whose reasons are requested. */
const mostGaps = 3;

function useSeriesRestatements(
  lines: readonly SeriesLine[],
  asOf: string | null,
): ChartRestatements {
  const ids = lines.map(({ series_id: id }) => id);
  const query: Query = {
    filter: every([where("series_id", "in", ids)]),
    sort: { field: "known_at", direction: "desc" },
    pagination: { page: 1, perPage: 200 },
    ...(asOf ? { as_of: asOf } : {}),
  };
  const hasLines = ids.length > 0;
  const listed = useRestatements(hasLines ? query : null);
  return {
    rows: (hasLines ? listed.data?.results : null) ?? noRestatements,
    error: listed.error,
    loaded: hasLines && listed.data !== undefined,
    onRetry: () => refetchFailed(listed),
  };
}

/** The first published values of restated days, beside the restated line. */
function publishedOf(
  rows: readonly Restatement[],
  lines: readonly SeriesLine[],
): readonly PublishedValues[] {
  return restatementGroups(rows).flatMap(({ newest, from, to }): PublishedValues[] => {
    const line = lines.find(({ series_id: id }) => id === newest.series_id);
    if (!line) return [];
    const earlier = new Map(
      rows
        .filter((row) => row.series_id === newest.series_id && row.load_id === newest.load_id)
        .map((row) => [row.date, row.earlier_value]),
    );
    const values: (number | null)[] = [];
    for (let day = from; day <= to && values.length < 400; day = addDays(day, 1)) {
      values.push(earlier.get(day) ?? null);
    }
    return [{ seriesId: lineId(line), from, values }];
  });
}

type Gap = { line: SeriesLine; from: string; to: string };

/** Stretches within a line that have no value. */
function gapsOf(lines: readonly SeriesLine[], dates: readonly string[]): readonly Gap[] {
  return lines.flatMap((line) => {
    const first = line.values.findIndex((value) => value !== null);
    const last = line.values.findLastIndex((value) => value !== null);
    const gaps: Gap[] = [];
    for (let index = first; first >= 0 && index <= last; index += 1) {
      const day = dates[index];
      const before = gaps.at(-1);
      if (day === undefined || line.values[index] !== null) continue;
      if (before && before.to === dates[index - 1]) before.to = day;
      else gaps.push({ line, from: day, to: day });
    }
    return gaps.slice(-mostGaps);
  });
}

/** Why lines have gaps, as far as it is known. */
function useGaps(lines: readonly SeriesLine[], dates: readonly string[], isDaily: boolean) {
  const gaps = useMemo(() => (isDaily ? gapsOf(lines, dates) : []), [lines, dates, isDaily]);
  return useWithheld(
    gaps.map(({ line, from, to }) => ({
      key: {
        subject_kind: line.subject_kind,
        subject_slug: line.subject_slug,
        measure: line.measure_slug,
        ...(line.network_slug ? { network_slug: line.network_slug } : {}),
        source: line.source,
      },
      from,
      to,
    })),
  );
}

function stateOf(
  chosen: SeriesAnswers,
  state: ExploreState,
  { answered, data }: { answered: boolean; data: TimeData },
): ChartState {
  const { latest, answer, keys } = chosen;
  if (keys.length === 0) {
    return {
      status: "empty",
      title: "No series selected",
      text: `Search for a subject above and add it. Up to ${mostCompared} series can be compared.`,
    };
  }
  const error = latest.error ?? answer.error;
  if (error && !answered) {
    const onRetry = () => refetchFailed(latest, answer);
    return { status: "error", failure: describeFailure(error), onRetry };
  }
  if (latest.data && chosen.known.length === 0) {
    const measure = measureOf(state.measure)?.name ?? state.measure;
    const [refusal] = chosen.refusals;
    return {
      status: "empty",
      title: "No values to draw",
      text: refusal
        ? `${refusal}.`
        : `No data on ${measure.toLowerCase()} for the selected series yet.`,
    };
  }
  if (!answered) return { status: "loading" };
  if (data.series.some(({ role }) => role !== "reference")) return { status: "ready" };
  return { status: "empty", title: "No values in this period", text: "Choose a longer range." };
}

function freshness(
  chosen: SeriesAnswers,
  data: TimeData,
  dates: readonly string[],
): Freshness | null {
  const results = chosen.latest.data?.results ?? [];
  const stale = results.filter(({ is_stale: isStale }) => isStale);
  const [oldest] = stale;
  if (!oldest) return freshnessOf(data, dates, chosen.answer.data?.lines ?? []);
  const more = stale.length > 1 ? ` and ${stale.length - 1} more` : "";
  return {
    state: "stale",
    text: `${lineName(oldest, results, chosen.networks)}${more}: no values newer than ${formatDay(oldest.date)}`,
  };
}

/** The explanation of a sum or a change, which has a query of its own. */
function sumOf(
  line: SeriesLine,
  state: ExploreState,
  first: string | undefined,
  day: string,
): NumberKey {
  return {
    kind: "aggregate",
    of: {
      measure: state.measure,
      subject_kind: line.subject_kind,
      filter: where("slug", "equals", line.subject_slug),
      interval: state.interval,
      mode: state.mode,
      ...(state.mode === "cumulative" && first
        ? { from: first, to: endOf(state.interval, day) }
        : {}),
      ...(state.asOf ? { as_of: state.asOf } : {}),
    },
    date: day,
    name: line.subject_name,
  };
}

/** One sentence about chosen series without a line; empty if all have theirs. */
function missingNotes(chosen: SeriesAnswers, lines: readonly SeriesLine[]): readonly string[] {
  const unknown = chosen.missing.map(({ subject_slug: slug }) => slug);
  const silent = lines.filter(({ values }) => values.every((value) => value === null));
  const words = [
    unknown.length > 0 ? `This measure is not available for ${unknown.join(", ")}` : "",
    silent.length > 0
      ? `no values in this period for ${silent.map((line) => lineName(line, lines, chosen.networks)).join(", ")}`
      : "",
  ].filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const sentence = words.join("; ");
  return [`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`];
}

const noLines: readonly SeriesLine[] = [];
const noDates: readonly string[] = [];

/** Chosen series as a chart draws them, with titles, notes and explanations. */
export function useSeriesChart(
  state: ExploreState,
  chosen: SeriesAnswers,
  references: readonly SeriesInput[],
): PreparedChart {
  const loaded = chosen.known.length > 0 ? chosen.answer.data : undefined;
  // The answer before, of another measure, must not pass for this one's.
  const isOwn = loaded?.lines.every(({ measure_slug: slug }) => slug === state.measure);
  const answered = isOwn ? loaded : undefined;
  const lines = answered?.lines ?? noLines;
  const dates = answered?.dates ?? noDates;
  const restatements = useSeriesRestatements(lines, state.asOf);
  const gaps = useGaps(lines, dates, state.interval === "day" && state.mode === "level");
  const origin = useSeriesOrigin(chosen.request);
  const { networks } = chosen;
  const drawn = useMemo(
    () =>
      timeData(
        answered ?? { dates, interval: state.interval, to: "" },
        [...lineSeries(lines, networks), ...references],
        state.mode === "flow",
      ),
    [answered, dates, lines, networks, references, state.interval, state.mode],
  );
  const events = useSeriesEvents(lines, state.events);
  const { data: marked, left } = useMarks(drawn, {
    interval: state.interval,
    restatements: restatements.rows,
    events,
    hasRoom: true,
    isShown: events !== null,
  });
  const data = useMemo((): TimeData => {
    const isPlain = state.interval === "day" && state.mode === "level" && state.scale !== "index";
    return {
      ...marked,
      ...(isPlain ? { published: publishedOf(restatements.rows, lines) } : {}),
      // A gap that is declared is one of the whole chart.
      ...(lines.length === 1 ? { gaps } : {}),
    };
  }, [marked, lines, restatements.rows, gaps, state]);
  const measure = measureOf(state.measure);
  const unit = lines[0]?.unit ?? measure?.unit ?? "count";
  return {
    title: measure ? `${measureTitle(measure, state.mode)}, compared` : "",
    unitLine: measure ? unitLine(unit, measure, state.mode, state.interval) : "",
    unit: chartUnit({ unit, measure: state.measure }),
    data,
    interval: state.interval,
    adds: false,
    sample: lines.some(({ is_sample: isSample }) => isSample),
    state: stateOf(chosen, state, { answered: answered !== undefined, data }),
    freshness: answered ? freshness(chosen, data, dates) : null,
    coverage: null,
    footnotes: [
      ...intervalNote(state.interval, state.mode),
      ...missingNotes(chosen, lines),
      ...(lines.length > 0 ? chosen.refusals.map((refusal) => `${refusal}.`) : []),
      ...(lines.length > 1
        ? gaps.map(
            ({ sentence, from, to }) => `${formatDay(from)} to ${formatDay(to)}: ${sentence}`,
          )
        : []),
      ...leftOutNotes(left),
      ...planNotes(plansBeyond(answered)),
    ],
    origin,
    restatements,
    unitOf: () => ({ unit, measure: state.measure }),
    numberOf: (id, day) => {
      const line = lines.find((one) => lineId(one) === id);
      const key = chosen.known.find(
        ({ subject_kind, subject_slug, network_slug }) =>
          subject_kind === line?.subject_kind &&
          subject_slug === line.subject_slug &&
          (network_slug ?? null) === line.network_slug,
      );
      if (!line || !key) return null;
      if (state.mode !== "level" && !key.network_slug) return sumOf(line, state, dates[0], day);
      const date = endOf(state.interval, day);
      return { kind: "series", key, date, ...(state.asOf ? { asOf: state.asOf } : {}) };
    },
  };
}
