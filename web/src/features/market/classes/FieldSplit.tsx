import { type Asset, mostChartGroups } from "@/api/contract";
import { newestText, truncationNote } from "@/charts/data/tableNotes";
import { useSourced } from "@/charts/data/useOrigin";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { countedOf } from "@/charts/queries/measures";
import { addDays, type Day, lastDay, month } from "@/lib/dates/day";
import { explainedMembers } from "./explainedMembers";
import { explainedAll } from "./explainedSplit";
import { SplitTable } from "./SplitTable";
import { type Split, type SplitGroup, splitsBy } from "./splits";
import { splitBy, useAssetsOf } from "./useMembers";

export type FieldSplitProps = {
  market: Market;
  title: string;
  lead: string;
  one: string;
  /** To which part an asset belongs, by a field of the catalog; null where that does not say. */
  partOf: (asset: Asset, today: Day) => SplitGroup | null;
  /** The largest first without it. */
  order?: (one: Split, other: Split) => number;
};

/** The distributed value of a class by a field of its assets. */
export function FieldSplit({ market, partOf, order, ...texts }: FieldSplitProps) {
  const { measure } = market.league;
  const to = lastDay();
  const { answers, origin } = useSourced([
    requestOf(
      countedOf(market.group, measure),
      { from: addDays(to, -month), to },
      { by: "asset", limit: mostChartGroups },
    ),
  ]);
  const worths = answers[0]?.data;
  const { catalog, assets } = useAssetsOf(worths);
  const rows = splitBy(splitsBy, worths, assets, (asset) => partOf(asset, to));
  return (
    <SplitTable
      {...texts}
      lead={`${texts.lead}${newestText(worths)}${truncationNote(worths?.group_count, mostChartGroups, "largest", "smaller ones are grouped as Others")}`}
      members="Tokens"
      rows={order && rows ? rows.toSorted(order) : rows}
      answers={[...answers, catalog]}
      origin={origin}
      explained={(row, day) => explainedMembers(measure, row, day, "token")}
      whole={explainedAll(countedOf(market.group, measure))}
    />
  );
}
