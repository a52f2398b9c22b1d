import { useCallback, useMemo, useState } from "react";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import type { ChartSettings } from "../addressParameters";
import { shownDays } from "../data/shownDays";
import { unreachable } from "../frame/PlotState";
import type { ShownChart } from "./shownChart";

const load = () => import("./derivedChunk");

type Settings = Pick<ChartSettings, "calculation" | "base" | "range" | "zoom">;

/** A chart with calculated series; without values until the script of the calculation is loaded. */
export function useCalculated<One extends ShownChart>(chart: One, settings: Settings): One {
  const { calculation, base, range, zoom } = settings;
  const isShown = calculation !== "none" && chart.state.status === "ready";
  const [missed, setMissed] = useState(false);
  const part = useWhileOpen(
    isShown && !missed,
    useCallback(() => setMissed(true), []),
    load,
    "The calculation",
  );
  const from = shownDays(chart.data.days, { range, zoom })[0] ?? null;
  const isLongest = range === "All";
  // As text it is the same at every drawing, and so are the calculated values.
  const units = JSON.stringify(chart.data.series.map(({ id }) => [id, chart.unitOf(id).unit]));
  const calculated = useMemo(() => {
    if (!part || !isShown) return null;
    const unitOf = new Map<string, string>(JSON.parse(units));
    const unit = (id: string) => unitOf.get(id) ?? "";
    return part.calculatedOf(chart.data, { calculation, base, from, isLongest }, unit);
  }, [part, isShown, chart.data, calculation, base, from, isLongest, units]);
  if (!isShown) return chart;
  if (part && calculated) return part.withCalculated(chart, calculated);
  const onRetry = () => setMissed(false);
  if (missed) return { ...chart, state: { status: "error", failure: unreachable, onRetry } };
  return { ...chart, state: { status: "loading" } };
}
