import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import { netOfLast, sumOfLast } from "@/charts/explained/windows";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { countedOf, slugs } from "@/charts/queries/measures";
import { addDays, type Day } from "@/lib/dates/day";
import { narrowed } from "./useLargest";

/** How many of the largest come and go are shown: as high together as the league table beside them. */
const side = 9;
const month = 30;

export type Flow = {
  key: string;
  value: number;
  minted: number | null;
  burned: number | null;
  sample: boolean;
};

/** The mints and burns of 30 days, by asset. */
export function flowRequests({ group }: Market, to: Day) {
  const span = { from: addDays(to, 1 - month), to };
  const by = { by: "asset", limit: mostChartGroups } as const;
  return [slugs.minted, slugs.burned].map((measure) =>
    requestOf(countedOf(group, measure), span, by),
  );
}

/** Groups that one response lists and the other sums in its rest. */
function leftOut(by: GetAggregateResponse, other: GetAggregateResponse): ReadonlyArray<string> {
  if (!by.groups.some(({ is_other: isRest }) => isRest)) return [];
  const listed = new Set(by.groups.map(({ key }) => key));
  return other.groups.flatMap(({ key }) => (key === null || listed.has(key) ? [] : key));
}

/** Asks by name for the mints of what was burned most, and the other way round: an asset has both sides or none. */
export function otherSides(
  market: Market,
  to: Day,
  { minted, burned }: { minted: GetAggregateResponse; burned: GetAggregateResponse },
): ReadonlyArray<GetAggregateRequest> {
  const missing = [leftOut(minted, burned), leftOut(burned, minted)];
  return flowRequests(market, to).flatMap((request, side) => {
    const keys = missing[side] ?? [];
    return keys.length > 0 ? narrowed(request, keys) : [];
  });
}

/** The largest that came in and went out, from the one to the other. */
export function flowsOf(
  minted: GetAggregateResponse,
  burned: GetAggregateResponse,
  days: number,
  named: ReadonlyArray<GetAggregateResponse> = [],
) {
  const sideOf = (answer: GetAggregateResponse) => {
    const same = named.filter(({ measure_slug: measure }) => measure === answer.measure_slug);
    const groups = [answer, ...same].flatMap((one) => one.groups);
    return new Map(groups.map((group) => [group.key, group]));
  };
  const [inflow, outflow] = [sideOf(minted), sideOf(burned)];
  const keys = [...new Set([...inflow.keys(), ...outflow.keys()])];
  const flows = keys
    .flatMap((key): Flow[] => {
      const came = inflow.get(key)?.values ?? [];
      const went = outflow.get(key)?.values ?? [];
      const value = netOfLast(came, went, days);
      if (key === null || value === null) return [];
      const sample = [inflow, outflow].some((side) => side.get(key)?.has_sample);
      return [{ key, value, minted: sumOfLast(came, days), burned: sumOfLast(went, days), sample }];
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
    count: Math.max(minted.group_count, burned.group_count),
    total: netOfLast(minted.total.values, burned.total.values, days),
    minted: sumOfLast(minted.total.values, days),
    burned: sumOfLast(burned.total.values, days),
    sample: minted.total.has_sample || burned.total.has_sample,
  };
}
