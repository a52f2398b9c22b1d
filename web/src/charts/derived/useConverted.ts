import { useCallback, useMemo, useState } from "react";
import { describeFailure } from "@/api/failures";
import { type Answer, useAggregate, useSeries } from "@/api/series";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import { isConverted } from "../currencies";
import { useSeriesOrigin } from "../data/useOrigin";
import { useExplanations } from "../data/useTimeseries";
import { unreachable } from "../frame/PlotState";
import type { ChartState } from "../types";
import type { ConversionPlan, ConversionSettings } from "./conversionPlan";
import { type ShownChart, unconvertedChart, withoutValues } from "./shownChart";

const load = () => import("./derivedChunk");

/** The state of the chart while there are no exchange rates. */
function waitingFor(missed: boolean, answer: Answer<unknown>, again: () => void): ChartState {
  if (missed) return { status: "error", failure: unreachable, onRetry: again };
  if (!answer.error) return { status: "loading" };
  const onRetry = () => void answer.refetch();
  return { status: "error", failure: describeFailure(answer.error), onRetry };
}

/** An answer to this request, and not to the one before. */
function ownData<Data>({ data, isPlaceholderData }: { data: Data; isPlaceholderData: boolean }) {
  return isPlaceholderData ? undefined : data;
}

/** A chart in the chosen currency. Until the rates are there it has no values, rather than those in US$. */
export function useConverted<One extends ShownChart>(
  chart: One,
  settings: ConversionSettings,
): One {
  const { currency } = settings;
  const isShown = isConverted(currency) && chart.state.status === "ready";
  const [missed, setMissed] = useState(false);
  const part = useWhileOpen(
    isShown && !missed,
    useCallback(() => setMissed(true), []),
    load,
    "The exchange rates",
  );
  const plan = isShown && part ? part.planOf(chart.data.days, settings) : null;
  const rates = plan && !plan.refusal ? plan.rates : null;
  const answer = useSeries(rates);
  const groupDays = useAggregate(plan?.groups ?? null);
  const lineDays = useSeries(plan?.lines ?? null);
  const origin = useSeriesOrigin(rates);
  const origins = useExplanations((rates?.keys ?? []).map((key) => ({ key })));
  const known = ownData(answer);
  const groups = ownData(groupDays);
  const lines = ownData(lineDays);
  const money = chart.data.series.filter(({ id }) => chart.unitOf(id).unit === "usd");
  // Texts, which are the same at every drawing: the values stay the same ones, too.
  const moneyIds = JSON.stringify(money.map(({ id }) => id));
  const planned = JSON.stringify(plan);
  const conversion = useMemo(() => {
    const plan: ConversionPlan | null = JSON.parse(planned);
    if (!part || !plan || !known) return null;
    const ids: readonly string[] = JSON.parse(moneyIds);
    const days = part.dayAmounts(plan, { groups, lines }, ids);
    const isMoney = (id: string) => ids.includes(id);
    return days === null ? null : part.conversionOf(chart.data, known, { currency, isMoney, days });
  }, [part, planned, known, groups, lines, chart.data, currency, moneyIds]);
  if (!isConverted(currency)) return chart;
  if (!isShown) return unconvertedChart(chart, currency, chart.state);
  if (plan?.refusal) return withoutValues(chart, currency, plan.refusal);
  if (part && conversion) {
    const loads = origins.flatMap(({ versions }) => versions[0]?.load ?? []);
    return part.convertChart(chart, conversion, { loads, origin });
  }
  const failed = [answer, groupDays, lineDays].find(({ error }) => error) ?? answer;
  const state = waitingFor(missed, failed, () => setMissed(false));
  // The notes keep their room, so that nothing moves when the rates come.
  const without = state.status === "loading" ? unconvertedChart : withoutValues;
  return without(chart, currency, state);
}
