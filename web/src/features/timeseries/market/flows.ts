import type { GetAggregateResponse } from "@/api/contract";
import { addDays, type Day } from "@/lib/day";
import { requestOf } from "./ask";
import type { Market } from "./market";
import { assetsOf, slugs } from "./measures";
import { lessOf, sumOfLast } from "./windows";

/** How many of the largest come and go are shown. */
const side = 6;
const month = 30;
const most = 100;

export type Flow = { key: string; value: number; minted: number | null; burned: number | null };

/** What was minted and what was burned, by asset, of 30 days. */
export function flowRequests({ classes }: Market, to: Day) {
  const span = { from: addDays(to, 1 - month), to };
  const by = { by: "asset", limit: most } as const;
  return [slugs.minted, slugs.burned].map((measure) =>
    requestOf(assetsOf(classes, measure), span, by),
  );
}

/** The largest that came in and went out, from the one to the other. */
export function flowsOf(minted: GetAggregateResponse, burned: GetAggregateResponse, days: number) {
  const inflow = new Map(minted.groups.map(({ key, values }) => [key, values]));
  const outflow = new Map(burned.groups.map(({ key, values }) => [key, values]));
  const keys = [...new Set([...inflow.keys(), ...outflow.keys()])];
  const flows = keys
    .flatMap((key): Flow[] => {
      const came = inflow.get(key) ?? [];
      const went = outflow.get(key) ?? [];
      const value = sumOfLast(lessOf(came, went), days);
      if (key === null || value === null) return [];
      return [{ key, value, minted: sumOfLast(came, days), burned: sumOfLast(went, days) }];
    })
    .toSorted((one, other) => other.value - one.value || one.key.localeCompare(other.key));
  const came = flows.filter(({ value }) => value > 0);
  const went = flows.filter(({ value }) => value < 0);
  return {
    shown: [...came.slice(0, side), ...went.slice(-side)],
    count: Math.max(minted.group_count, burned.group_count),
    total: sumOfLast(lessOf(minted.total.values, burned.total.values), days),
    minted: sumOfLast(minted.total.values, days),
    burned: sumOfLast(burned.total.values, days),
  };
}
