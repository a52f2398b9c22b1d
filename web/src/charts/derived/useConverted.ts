import { useCallback, useMemo, useState } from "react";
import type { SeriesInterval, SeriesKey } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { type Answer, useSeries } from "@/api/series";
import { lastDay } from "@/lib/dates/day";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import type { Currency } from "../currencies";
import { useSeriesOrigin } from "../data/useOrigin";
import { useExplanations } from "../data/useTimeseries";
import { unreachable } from "../frame/PlotState";
import { earlierOf, endOf } from "../measures/intervals";
import type { ChartState } from "../types";
import type { ShownChart } from "./shownChart";

const load = () => import("./parts");

type Settings = { currency: Currency; interval: SeriesInterval; asOf: string | null };

function keyOf(currency: Currency): SeriesKey {
  return {
    subject_kind: "benchmark",
    subject_slug: `ecb-eur-${currency}`,
    measure: "units_per_euro",
  };
}

/** The rates of the days of a chart; null where it stays in US$. */
function requestOf(days: readonly string[], { currency, interval, asOf }: Settings) {
  const [from, last] = [days[0], days.at(-1)];
  if (currency === "usd" || from === undefined || last === undefined) return null;
  return {
    keys: currency === "eur" ? [keyOf("usd")] : [keyOf("usd"), keyOf(currency)],
    from,
    to: earlierOf(endOf(interval, last), asOf ?? lastDay()),
    interval,
    ...(asOf ? { as_of: asOf } : {}),
  };
}

/** The state of the chart while there are no exchange rates. */
function waitingFor(missed: boolean, answer: Answer<unknown>, again: () => void): ChartState {
  if (missed) return { status: "error", failure: unreachable, onRetry: again };
  if (!answer.error) return { status: "loading" };
  const onRetry = () => void answer.refetch();
  return { status: "error", failure: describeFailure(answer.error), onRetry };
}

/** A chart in the chosen currency. Until the rates are there it has no values, rather than those in US$. */
export function useConverted<One extends ShownChart>(chart: One, settings: Settings): One {
  const { currency } = settings;
  const isShown = currency !== "usd" && chart.state.status === "ready";
  const request = isShown ? requestOf(chart.data.days, settings) : null;
  const answer = useSeries(request);
  const origin = useSeriesOrigin(request);
  const origins = useExplanations((request?.keys ?? []).map((key) => ({ key })));
  const [missed, setMissed] = useState(false);
  const part = useWhileOpen(
    request !== null && !missed,
    useCallback(() => setMissed(true), []),
    load,
    "The exchange rates",
  );
  const known = answer.isPlaceholderData ? undefined : answer.data;
  const money = chart.data.series.filter(({ id }) => chart.unitOf(id).unit === "usd");
  // A list of names, which is the same at every drawing: the values stay the same ones, too.
  const moneyIds = JSON.stringify(money.map(({ id }) => id));
  const conversion = useMemo(() => {
    if (!part || !known) return null;
    const ids = new Set<string>(JSON.parse(moneyIds));
    return part.conversionOf(chart.data, known, { currency, isMoney: (id) => ids.has(id) });
  }, [part, known, chart.data, currency, moneyIds]);
  if (!isShown) return chart;
  if (part && conversion) {
    const loads = origins.flatMap(({ versions }) => versions[0]?.load ?? []);
    return part.converted(chart, conversion, { loads, origin });
  }
  return { ...chart, state: waitingFor(missed, answer, () => setMissed(false)) };
}
