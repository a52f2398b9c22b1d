import { useMemo } from "react";
import { useBenchmarkLines } from "../benchmarks/benchmarks";
import { useChartRestatements } from "../markers/useChartRestatements";
import type { EventSources } from "../markers/useEvents";
import { useMarks } from "../markers/useMarks";
import { namesOfGroups, nameWithoutKey, useNames } from "../measures/names";
import type { TimeData } from "../types";
import { chartData } from "./chartData";
import { chartRequest } from "./chartRequest";
import type { ChartView } from "./chartView";
import { useSliced } from "./nested";
import { isIndexed } from "./useRebased";

const noDates: readonly string[] = [];
const nothing: TimeData = { days: [], series: [] };

/** The data of a chart: its groups, benchmarks, restatements and events. */
export function useMarketData(view: ChartView, ready: boolean, events: EventSources | null) {
  const { chart, group, mode } = view;
  const { request } = chartRequest(view);
  const answer = useSliced({ chart, request, ready });
  const { data: known } = answer;
  const interval = known?.interval ?? "day";
  const named = useNames(
    namesOfGroups(group.by, chart.query.subject),
    (known?.groups ?? []).map(({ key }) => key),
  );
  const names = useMemo(
    () =>
      chart.nested ? new Map(chart.nested.map((one) => [one.id, { name: one.label }])) : named,
    [chart, named],
  );
  const benchmarks = useBenchmarkLines({
    ...view,
    isIndex: isIndexed(view),
    unit: known?.unit ?? null,
    dates: known?.dates ?? noDates,
    interval,
  });
  const data = useMemo(
    () =>
      known
        ? chartData(known, {
            names,
            byClass: group.by === "asset_class",
            adds: mode === "flow",
            all: chart.label,
            without: nameWithoutKey(group.by, chart.query.subject),
            apart: chart.apart === true,
            references: benchmarks.parts,
          })
        : nothing,
    [known, names, group.by, mode, chart, benchmarks.parts],
  );
  const { rows: restatements } = useChartRestatements(request, known !== undefined);
  const marksEvents = events !== null && view.events;
  const { data: marked, left } = useMarks(data, {
    interval,
    restatements,
    events: marksEvents ? { ...events, distributions: chart.distributions } : null,
    span: request,
    hasRoom: marksEvents,
    isShown: known !== undefined,
  });
  return { request, answer, interval, marked, benchmarks, left };
}
