import type { GetAggregateResponse } from "@/api/contract";
import { lastPlace, relativeChange } from "@/charts/explanation/windows";
import type { Names } from "@/charts/measures/names";
import { slugLabel } from "@/lib/address/slug";
import { week } from "@/lib/dates/day";

/** The assets of one class in the strip. */
const perClass = 4;
/** The assets in the strip where their classes are not known. */
const withoutClasses = 16;

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

/** The largest assets by their slugs. */
function largest(answer: GetAggregateResponse): ReadonlyArray<TickerItem> {
  const last = lastPlace(answer.total.values);
  return answer.groups.flatMap(({ key, values, has_sample: sample }) => {
    const value = values[last] ?? null;
    if (key === null || value === null) return [];
    const change = relativeChange(value, values[last - week] ?? null);
    const name = slugLabel(key);
    return [{ key, name, symbol: name, value, change, sample }];
  });
}

/** The largest assets in one group, named by their slugs, where the catalog does not answer. */
export function unnamedGroups(answer: GetAggregateResponse): ReadonlyArray<TickerGroup> {
  const items = largest(answer).slice(0, withoutClasses);
  return [{ key: "all", label: "Largest assets", items }];
}

/** The largest assets of each class; the class with the largest asset comes first. */
export function tickerGroups(
  answer: GetAggregateResponse,
  assets: Names,
  classes: Names,
): ReadonlyArray<TickerGroup> {
  const groups = new Map<string, TickerItem[]>();
  for (const item of largest(answer)) {
    const known = assets.get(item.key);
    if (!known?.classSlug) continue;
    const items = groups.get(known.classSlug) ?? [];
    groups.set(known.classSlug, items);
    if (items.length === perClass) continue;
    items.push({ ...item, name: known.name, symbol: known.symbol ?? known.name });
  }
  return [...groups].map(([key, items]) => ({
    key,
    label: classes.get(key)?.name ?? key,
    items,
  }));
}
