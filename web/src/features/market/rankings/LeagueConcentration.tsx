import type { UndisclosedPart } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { refetchFailed } from "@/api/refetchFailed";
import { useAggregates } from "@/api/series";
import { useExplainer } from "@/app-state/numberExplanation";
import { useRanking } from "@/charts/application/useRanking";
import { lastPlace, lastValue } from "@/charts/explanation/windows";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { lastDay } from "@/lib/dates/day";
import { formatCountFull, formatFraction, formatPercent } from "@/lib/format";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { leagueFilter } from "./league";
import { newestMark } from "./rowQualifiers";

const measures = ["top_1_share", "top_5_share", "top_10_share", "concentration"] as const;

type CountWords = { ofGroups: string | null; one: string };

/** An index of a number of groups, or a share; a lower bound where the group of a part is not disclosed. */
function figureOf(
  value: number,
  { ofGroups, one }: CountWords,
  undisclosed: UndisclosedPart | null,
) {
  const isIndex = ofGroups !== null;
  const shown = (each: number) =>
    isIndex ? formatCountFull(Math.round(each)) : formatPercent(each);
  const note = ofGroups ?? "of value";
  const number = shown(value).replace("%", "");
  const suffix = isIndex ? "" : "%";
  const hidden = lastValue(undisclosed?.shares ?? []) ?? 0;
  const most = lastValue(undisclosed?.at_most ?? []);
  if (hidden <= 0 || most === null) {
    const exact = isIndex ? String(value) : formatFraction(value);
    return { value: { number, suffix }, exact, note };
  }
  const bounds = `At least ${shown(value)}, at most ${shown(most)}`;
  return {
    value: { number: `≥ ${number}`, suffix },
    exact: `${bounds}: ${formatPercent(hidden)} of value has no disclosed ${one}`,
    spoken: bounds,
    note: `${note}; ${one} of ${formatPercent(hidden)} not disclosed`,
  };
}

/** How much of the value of a ranking the largest hold together. */
export function LeagueConcentration({ market }: { market: Market }) {
  const { view, bucket, ready } = useRanking(market.league);
  const filter = leagueFilter(market, { view, bucket });
  const day = lastDay();
  const requests = measures.map((measure) =>
    requestOf(
      { measure, subject: view.subject, weight: market.league.measure, ...(filter && { filter }) },
      { from: day, to: day },
      { by: view.by, limit: 1 },
    ),
  );
  const answers = useAggregates(requests, ready);
  const explaining = useExplainer();
  const one = view.one.toLowerCase();
  const many = view.label.toLowerCase();
  const labels = [`Largest ${one}`, `5 largest ${many}`, `10 largest ${many}`, "HHI, 0 to 10,000"];
  const tiles = labels.map((label, place): KpiTileProps => {
    const [answer, request] = [answers[place], requests[place]];
    if (answer?.error && !answer.data) {
      const failure = describeFailure(answer.error);
      return {
        label,
        value: null,
        status: "failed",
        failure,
        onRetry: () => refetchFailed(answer),
      };
    }
    if (!answer?.data || !request) return { label, value: null, status: "loading" };
    const { total, group_count: count, dates, undisclosed } = answer.data;
    const value = lastValue(total.values);
    if (value === null) return { label, value, reason: "Not available", note: "Not available" };
    const { pressed, onPress } = explaining({
      kind: "aggregate",
      of: request,
      date: dates[lastPlace(total.values)] ?? day,
      name: label,
    });
    const isIndex = place === measures.length - 1;
    const ofGroups = isIndex ? `of ${formatCountFull(count)} ${many}` : null;
    const figure = figureOf(value, { ofGroups, one }, undisclosed);
    const mark = qualifierLabel(newestMark(answer.data, total));
    return {
      label,
      ...figure,
      ...(mark !== null && { note: `${figure.note}; ${mark}` }),
      explained: pressed,
      onExplain: onPress,
      ...(total.has_sample && { origin: "sample" as const }),
    };
  });
  return <KpiStrip label={`Concentration by ${one}`} tiles={tiles} />;
}
