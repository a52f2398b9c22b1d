import type { GetAggregateRequest, GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import { lastValue } from "@/charts/explanation/windows";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { countedOf, netFlowOver, slugs } from "@/charts/queries/measures";
import { addDays, type Day } from "@/lib/dates/day";
import { type Marks, newestMark } from "./rowQualifiers";

/** The number of inflows and of outflows shown, which fills the height of the league table beside them. */
const side = 9;

export type Flow = {
  key: string;
  value: number;
  minted: number | null;
  burned: number | null;
  sample: boolean;
  marks: Marks<"net" | "minted" | "burned">;
};

/** The net flows of some days by asset, and the mints and burns behind them. */
export function flowRequests(
  { group }: Market,
  to: Day,
  days: number,
): ReadonlyArray<GetAggregateRequest> {
  const span = { from: addDays(to, 1 - days), to, mode: "cumulative" } as const;
  const by = { by: "asset", limit: mostChartGroups } as const;
  return [
    requestOf(countedOf(group, netFlowOver(days)), { from: to, to }, by),
    ...[slugs.minted, slugs.burned].map((measure) =>
      requestOf(countedOf(group, measure), span, by),
    ),
  ];
}

type Answers = ReadonlyArray<GetAggregateResponse | undefined>;

function keysOf(answer: GetAggregateResponse | undefined): ReadonlyArray<string> {
  return (answer?.groups ?? []).flatMap(({ key }) => key ?? []);
}

/** The assets that may have a row: the largest by net flow come first, so what went most is among the largest burns. */
export function flowKeys([net, , burned]: Answers): ReadonlyArray<string> {
  return [...new Set([...keysOf(net), ...keysOf(burned)])];
}

function sumOf(group: SeriesGroup | undefined): number | null {
  return lastValue(group?.values ?? []);
}

/** The largest that came in and went out, from the one to the other. */
export function flowsOf(
  net: GetAggregateResponse,
  minted: GetAggregateResponse,
  burned: GetAggregateResponse,
) {
  const [inflow, outflow] = [minted, burned].map(
    ({ groups }) => new Map(groups.map((group) => [group.key, group])),
  );
  const flows = net.groups
    .flatMap((group): Flow[] => {
      const { key, has_sample: sample } = group;
      const value = sumOf(group);
      if (key === null || value === null) return [];
      const [came, went] = [inflow?.get(key), outflow?.get(key)];
      const marks = {
        net: newestMark(net, group),
        minted: newestMark(minted, came),
        burned: newestMark(burned, went),
      };
      return [{ key, value, minted: sumOf(came), burned: sumOf(went), sample, marks }];
    })
    .toSorted((one, other) => other.value - one.value || one.key.localeCompare(other.key));
  const came = flows.filter(({ value }) => value > 0);
  const went = flows.filter(({ value }) => value < 0);
  return {
    all: flows,
    shown: [
      ...came.slice(0, Math.max(side, 2 * side - went.length)),
      ...went.slice(-Math.max(side, 2 * side - came.length)),
    ],
    /** All that have any flow, how many of them report both sides, and how many of these the answer lists. */
    count: Math.max(net.group_count, minted.group_count, burned.group_count),
    known: net.group_count,
    listed: net.groups.filter(({ key }) => key !== null).length,
    total: sumOf(net.total),
    totalMark: newestMark(net, net.total),
    coverage: net.total.coverage.at(-1) ?? null,
    sample: net.total.has_sample,
  };
}
