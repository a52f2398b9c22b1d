import { mostChartGroups } from "@/api/contract";
import { newestText, truncationNote } from "@/charts/data/tableNotes";
import { useSourced } from "@/charts/data/useOrigin";
import { useNamesLoad } from "@/charts/measures/names";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { assetsOf, slugs } from "@/charts/queries/measures";
import { addDays, lastDay, month } from "@/lib/dates/day";
import { explainedMembers } from "./explainedMembers";
import { explainedAll } from "./explainedSplit";
import { SplitTable } from "./SplitTable";
import { pegSplits } from "./splits";

/** The value of stablecoins by peg currency. */
export function PegSplit({ market }: { market: Market }) {
  const to = lastDay();
  const { answers, origin } = useSourced([
    requestOf(
      assetsOf(market.group, slugs.pricedValue),
      { from: addDays(to, -month), to },
      { by: "asset", limit: mostChartGroups },
    ),
  ]);
  const worths = answers[0]?.data;
  const { answer: records } = useNamesLoad(
    "assets",
    (worths?.groups ?? []).map(({ key }) => key),
  );
  return (
    <SplitTable
      title="By currency"
      lead={`Market value by peg currency, end of day UTC.${newestText(worths)}${truncationNote(worths?.group_count, mostChartGroups, "largest", "smaller ones are grouped as Others")}`}
      one="Currency"
      members="Stablecoins"
      rows={worths && records.data && pegSplits(worths, records.data)}
      explained={(row, day) => explainedMembers(slugs.pricedValue, row, day)}
      whole={explainedAll(assetsOf(market.group, slugs.pricedValue))}
      answers={[...answers, records]}
      origin={origin}
    />
  );
}
