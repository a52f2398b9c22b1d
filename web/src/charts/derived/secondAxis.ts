import { useMemo } from "react";
import { benchmarkAxis, type ChartSettings } from "../addressParameters";
import { chartUnit } from "../measures/units";
import type { ChartUnit, TimeData } from "../types";
import type { ShownChart } from "./shownChart";

type Choice = { value: string; label: string };

function ownSeries({ series }: TimeData) {
  return series.filter(({ role }) => role === undefined);
}

/** The choices for a second axis: nothing, the benchmarks, or one of the series. */
export function secondChoices(data: TimeData): readonly Choice[] {
  const own = ownSeries(data);
  return [
    { value: "", label: "None" },
    { value: benchmarkAxis, label: "Benchmarks" },
    ...(own.length > 1 ? own.map(({ id, name }) => ({ value: id, label: name })) : []),
  ];
}

/** The second axis that an address chooses; empty if it names a series that the chart does not have, or not yet. */
export function chosenSecond(data: TimeData, second: string): string {
  return secondChoices(data).some(({ value }) => value === second) ? second : "";
}

/** Whether an address names a second axis that a chart with values cannot have. */
export function isSecondIgnored(data: TimeData, second: string): boolean {
  return ownSeries(data).length > 0 && chosenSecond(data, second) !== second;
}

/** The settings that name series, for a chart that may have none of those before. */
export function withoutSeries({
  second,
}: Pick<ChartSettings, "second">): Pick<ChartSettings, "legend" | "second"> {
  return { legend: "", second: second === benchmarkAxis ? second : "" };
}

/** The settings with which something stands on a second axis: lines that start at 100 have one. */
export function onSecondAxis(
  { scale }: Pick<ChartSettings, "scale">,
  second: string,
): Pick<ChartSettings, "second" | "scale"> {
  return { second, scale: scale === "index" && second !== "" ? "linear" : scale };
}

/** The series of a second axis and their unit, which is one: benchmarks of others are left out before. */
export function secondOf(chart: ShownChart, second: string): TimeData["second"] {
  const found = chart.data.series.filter(({ id, role }) =>
    second === benchmarkAxis ? role === "reference" : id === second,
  );
  const [first] = found;
  // The only line of a chart needs no second axis.
  if (!first || found.length === chart.data.series.length) return undefined;
  const unit: ChartUnit =
    first.role === "reference" ? chartUnit(chart.unitOf(first.id)) : chart.unit;
  return { ids: found.map(({ id }) => id), unit };
}

/** A chart with what was chosen on a second axis. */
export function useSecondAxis<One extends ShownChart>(
  chart: One,
  { second: written, benchmarks }: Pick<ChartSettings, "second" | "benchmarks">,
): One {
  const second = chosenSecond(chart.data, written);
  // As text it is the same at every drawing, and the data stays the same one, too.
  const axis = second === "" ? undefined : secondOf(chart, second);
  const said = JSON.stringify(axis ?? null);
  const data = useMemo(() => {
    const parsed: TimeData["second"] | null = JSON.parse(said);
    return parsed ? { ...chart.data, second: parsed } : chart.data;
  }, [chart.data, said]);
  if (second === "") return chart;
  const isMissing =
    second === benchmarkAxis && benchmarks.length === 0 && chart.data.days.length > 0;
  const hint = "Choose a benchmark, which will be drawn on the second axis.";
  return { ...chart, data, footnotes: isMissing ? [...chart.footnotes, hint] : chart.footnotes };
}
