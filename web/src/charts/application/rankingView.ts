import type { ChartSettings } from "../addressParameters";
import { type ChartPage, noOffer } from "../chartAddress";
import type { Bucket } from "../queries/aggregateQuery";
import type { League, View } from "../queries/market";

const buckets: readonly Bucket[] = ["distributed", "represented", "all"];

/** The ranking of a page, in its address: what is ranked, and by which part of the value. */
export function rankingPage({ views, buckets: areApart }: League): ChartPage {
  return {
    has: ["ranking", "bucket"],
    offer: {
      ...noOffer,
      ranking: () => ({ values: views.map(({ id }) => id), default: views[0].id }),
      ...(areApart && { bucket: () => ({ values: buckets, default: "distributed" as const }) }),
    },
  };
}

/** The ranking that is chosen. */
export function viewBy({ views }: League, { ranking }: Pick<ChartSettings, "ranking">): View {
  return views.find(({ id }) => id === ranking) ?? views[0];
}
