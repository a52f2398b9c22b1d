import { mostChartGroups } from "@/api/contract";
import { newestText } from "@/charts/data/tableNotes";
import { useNamesLoad } from "@/charts/measures/names";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { assetsOf, slugs } from "@/charts/queries/measures";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Money, Price } from "@/components/ui/text/Figure";
import { addDays, lastDay, month } from "@/lib/dates/day";
import { onDay, qualifierLabel } from "@/lib/format/qualifiers";
import { AssetTable } from "@/lists/AssetTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { explainedAsset, explainedFarthest, explainedPeg } from "./explainedRow";
import { useLargest } from "./useLargest";
import { dollarPegs, pegReach } from "./yields";
import { ZeroBar } from "./ZeroBar";

/** The deviations of the largest stablecoins from their peg to the dollar. */
export function PegCard({ market }: { market: Market }) {
  const to = lastDay();
  const by = { by: "asset", limit: mostChartGroups } as const;
  const since = { from: addDays(to, -month), to };
  const { answers, origin, rest } = useLargest(
    requestOf(assetsOf(market.group, slugs.pricedValue), { from: to, to }, by),
    [requestOf(assetsOf(market.group, slugs.price), since, by)],
  );
  const [worths, prices] = answers;
  const groups = [...(worths?.data?.groups ?? []), ...(prices?.data?.groups ?? [])];
  const keys = [...new Set(groups.flatMap(({ key }) => key ?? []))];
  // Records state the pegs: without them it is not known whose prices to list.
  const { names, answer: records } = useNamesLoad("assets", keys);
  const rows =
    prices?.data &&
    worths?.data &&
    records.data &&
    dollarPegs(prices.data, worths.data, records.data);
  const offs = (rows ?? []).map(({ off }) => off);
  const most = Math.max(0.0001, ...offs);
  const least = Math.min(-0.0001, ...offs);
  return (
    <AssetTable
      title="Peg deviation"
      lead={`Price against the dollar of stablecoins pegged to it, end of day UTC.${newestText(prices?.data)}${rows ? pegReach(keys, names, rows) : ""}${rest}`}
      classSlug={market.group ?? ""}
      answers={[...answers, records]}
      origin={origin}
      rows={rows}
      empty={{
        title: "No prices available",
        text: "Prices appear after the first import.",
      }}
      columns={[
        {
          id: "value",
          header: "Market value",
          unit: "US$ m",
          kind: "money",
          file: {
            name: "value_dollar",
            value: ({ value }) => value,
            mark: ({ marks }) => marks.value,
          },
          wideOnly: true,
          cell: ({ key, name, value, marks }) => (
            <Starred reason={qualifierLabel(marks.value)}>
              <ExplainNumber number={explainedAsset(key, name, slugs.pricedValue)} label={name}>
                <Money value={value} column="millions" reason="Not available" />
              </ExplainNumber>
            </Starred>
          ),
        },
        {
          id: "price",
          header: "Price",
          kind: "money",
          file: {
            name: "price_dollar",
            value: ({ price }) => price,
            mark: ({ marks }) => marks.price,
          },
          cell: ({ key, name, price, marks }) => (
            <Starred reason={qualifierLabel(marks.price)}>
              <ExplainNumber number={explainedAsset(key, name, slugs.price)} label={name}>
                <Price value={price} />
              </ExplainNumber>
            </Starred>
          ),
        },
        {
          id: "off_peg",
          header: "Deviation",
          kind: "change",
          file: { name: "off_peg", value: ({ off }) => off, mark: ({ marks }) => marks.price },
          cell: (row) => (
            <Starred reason={qualifierLabel(row.marks.price)}>
              <ExplainNumber number={explainedPeg(row)} label={`${row.name} peg deviation`}>
                <Change value={row.off} places={2} />
              </ExplainNumber>
            </Starred>
          ),
        },
        {
          id: "deviation_bar",
          header: "Below / above peg",
          kind: "trend",
          wideOnly: true,
          cell: ({ off }) => (
            <span className="inline-block w-40 align-middle">
              <ZeroBar value={off} least={least} most={most} />
            </span>
          ),
        },
        {
          id: "farthest_30d",
          header: "Largest in 30 days",
          kind: "change",
          wideOnly: true,
          file: {
            name: "farthest_30d",
            value: ({ farthest }) => farthest,
            mark: ({ marks, farthestOn }) => onDay(marks.farthest, farthestOn),
          },
          cell: (row) => (
            <Starred reason={qualifierLabel(row.marks.farthest)}>
              <ExplainNumber
                number={explainedFarthest(row)}
                label={`${row.name} largest peg deviation`}
              >
                <Change value={row.farthest} places={2} />
              </ExplainNumber>
            </Starred>
          ),
        },
      ]}
    />
  );
}
