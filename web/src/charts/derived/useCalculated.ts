import { useCallback, useMemo, useState } from "react";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import { shownDays } from "../data/shownDays";
import { unreachable } from "../frame/PlotState";
import type { ChartSettings } from "../parameters";
import type { ShownChart } from "./shownChart";

const load = () => import("./parts");

type Settings = Pick<ChartSettings, "calculation" | "base" | "range" | "zoom">;

/** A chart of what is calculated of its series. Until the script is there it has no values, rather than other ones. */
export function useCalculated<One extends ShownChart>(drawn: One, settings: Settings): One {
  const { calculation, base, range, zoom } = settings;
  const isShown = calculation !== "none" && drawn.state.status === "ready";
  const [missed, setMissed] = useState(false);
  const part = useWhileOpen(
    isShown && !missed,
    useCallback(() => setMissed(true), []),
    load,
    "The calculation",
  );
  const from = shownDays(drawn.data.days, { range, zoom })[0] ?? null;
  // As text it is the same at every drawing, and so are the calculated values.
  const units = JSON.stringify(drawn.data.series.map(({ id }) => [id, drawn.unitOf(id).unit]));
  const calculated = useMemo(() => {
    if (!part || !isShown) return null;
    const unitOf = new Map<string, string>(JSON.parse(units));
    const unit = (id: string) => unitOf.get(id) ?? "";
    return part.calculatedOf(drawn.data, { calculation, base, from }, unit);
  }, [part, isShown, drawn.data, calculation, base, from, units]);
  if (!isShown) return drawn;
  if (part && calculated) return part.withCalculated(drawn, calculated);
  const onRetry = () => setMissed(false);
  if (missed) return { ...drawn, state: { status: "error", failure: unreachable, onRetry } };
  return { ...drawn, state: { status: "loading" } };
}
