import type { GetAggregateResponse } from "@/api/contract";
import { lastPlace, ratioOf } from "@/charts/explained/windows";
import type { Names } from "@/charts/measures/names";

const week = 7;
/** The assets of one class in the strip. */
const perClass = 4;

export type TickerItem = {
  key: string;
  name: string;
  /** The ticker symbol; the name where the catalog has none. */
  symbol: string;
  value: number;
  change: number | null;
  sample: boolean;
};

export type TickerGroup = { key: string; label: string; items: ReadonlyArray<TickerItem> };

/** The largest assets of each class; the class with the largest asset comes first. */
export function tickerGroups(
  answer: GetAggregateResponse,
  assets: Names,
  classes: Names,
): ReadonlyArray<TickerGroup> {
  const last = lastPlace(answer.total.values);
  const groups = new Map<string, TickerItem[]>();
  for (const { key, values, has_sample: sample } of answer.groups) {
    const known = key === null ? undefined : assets.get(key);
    const value = values[last] ?? null;
    if (key === null || value === null || !known?.classSlug) continue;
    const items = groups.get(known.classSlug) ?? [];
    groups.set(known.classSlug, items);
    if (items.length === perClass) continue;
    const change = ratioOf(value, values[last - week] ?? null);
    items.push({
      key,
      name: known.name,
      symbol: known.symbol ?? known.name,
      value,
      change,
      sample,
    });
  }
  return [...groups].map(([key, items]) => ({
    key,
    label: classes.get(key)?.name ?? key,
    items,
  }));
}
