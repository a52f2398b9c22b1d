import type { ReactNode } from "react";
import { mostChartGroups } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { newestText } from "@/charts/data/tableNotes";
import { combinedQualifier } from "@/charts/data/valueReason";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { assetsOf, slugs } from "@/charts/queries/measures";
import type { FileColumn } from "@/components/tableFile/TableFile";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Count, Money, Price } from "@/components/ui/text/Figure";
import { lastDay } from "@/lib/dates/day";
import { exactSum, sumOfKnown } from "@/lib/exactSum";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { AssetTable } from "@/lists/AssetTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { explainedAsset } from "../../rankings/explainedRow";
import { useLargest } from "../../rankings/useLargest";
import { explainedMembers } from "../explainedMembers";
import { useAssetsOf } from "../useMembers";
import {
  explainedCommodities,
  explainedOunce,
  explainedOunces,
  supplyInUnits,
} from "./explainedCommodities";
import { type CommodityToken, commodityTokens } from "./ounces";
import { PremiumBar } from "./PremiumBar";

const premiumToSpot = "premium_to_underlying";

type NumberOf = keyof CommodityToken["marks"];

function filed(name: string, column: NumberOf): FileColumn<CommodityToken> {
  return { name, value: (row) => row[column], mark: ({ marks }) => marks[column] };
}

type GoodNumberProps = {
  row: CommodityToken;
  column: NumberOf;
  /** "Troy ounces" */
  what: string;
  number: NumberKey | null;
  children: ReactNode;
};

/** A number of a row, with a star where it was not measured on its day. */
function GoodNumber({ row, column, what, number, children }: GoodNumberProps) {
  return (
    <Starred reason={qualifierLabel(row.marks[column])}>
      <ExplainNumber number={row[column] === null ? null : number} label={`${what} of ${row.name}`}>
        {children}
      </ExplainNumber>
    </Starred>
  );
}

/** The star of a sum over all rows that have the number. */
function reasonOfAll(rows: ReadonlyArray<CommodityToken>, column: NumberOf): string | null {
  const known = rows.filter((row) => row[column] !== null);
  return qualifierLabel(combinedQualifier(known.map(({ marks }) => marks[column] ?? {})));
}

/** How much of commodities tokens stand for, and what the market pays over it. */
export function CommodityTable({ market }: { market: Market }) {
  const { group } = market;
  const to = lastDay();
  const by = { by: "asset", limit: mostChartGroups } as const;
  const requestFor = (measure: string) => requestOf(assetsOf(group, measure), { from: to, to }, by);
  const { answers, origin, rest } = useLargest(requestFor(slugs.value), [
    requestFor(supplyInUnits),
    requestFor(premiumToSpot),
    requestFor(slugs.netAssetValue),
  ]);
  const [worths, supplies, premiums, navs] = answers.map(({ data }) => data);
  const { catalog, assets: products } = useAssetsOf(supplies);
  const rows =
    products && supplies && worths && premiums && navs
      ? commodityTokens({ products, supplies, worths, premiums, navs })
      : undefined;
  const known = (rows ?? []).flatMap(({ value }) => value ?? []);
  const premia = (rows ?? []).map(({ premium }) => premium);
  const commodities = new Set(rows?.map(({ commodity }) => commodity));
  const together = exactSum((rows ?? []).map(({ ounces }) => ounces));
  const only =
    commodities.size === 1
      ? [...commodities].map((commodity) => [commodity, together] as const)
      : [];
  return (
    <AssetTable
      title="Physical units and premium"
      lead={`Troy ounces represented by all tokens, distributed and represented, with the issuers' value per ounce and the premium of the market price over spot, on the last day on which the market of the commodity was open. Ounces cover total supply, values cover circulating supply.${newestText(worths)}${rest}`}
      classSlug={group ?? ""}
      answers={[catalog, ...answers]}
      origin={origin}
      rows={rows}
      {...(only.length > 0 && { total: `All ${rows?.length ?? 0} of ${only[0]?.[0] ?? ""}` })}
      empty={{
        title: "No supply data available",
        text: "Supply data appears after the first import.",
      }}
      columns={[
        {
          id: "unit",
          header: "Token represents",
          kind: "text",
          wideOnly: true,
          file: { name: "one_token_is", value: ({ unit }) => unit },
          cell: ({ unit }) => unit,
        },
        {
          id: "troy_ounces",
          header: "Troy ounces",
          kind: "number",
          file: filed("troy_ounces", "ounces"),
          cell: (row) => (
            <GoodNumber row={row} column="ounces" what="Troy ounces" number={explainedOunces(row)}>
              <Count value={row.ounces} full />
            </GoodNumber>
          ),
          total: (
            <Starred reason={reasonOfAll(rows ?? [], "ounces")}>
              <ExplainNumber
                number={only[0] ? explainedCommodities(rows ?? [], ...only[0]) : null}
                label="Troy ounces, all assets"
              >
                <Count value={only[0]?.[1] ?? null} full />
              </ExplainNumber>
            </Starred>
          ),
        },
        {
          id: "value",
          header: "Value",
          unit: "US$ m",
          kind: "money",
          file: filed("value_dollar", "value"),
          cell: (row) => (
            <GoodNumber
              row={row}
              column="value"
              what="Value"
              number={explainedAsset(row.key, row.name, slugs.value)}
            >
              <Money value={row.value} column="millions" reason="Not available" />
            </GoodNumber>
          ),
          total: (
            <Starred reason={reasonOfAll(rows ?? [], "value")}>
              <ExplainNumber
                number={explainedMembers(
                  slugs.value,
                  { name: "All", of: (rows ?? []).map(({ key }) => key) },
                  to,
                )}
                label="Value, all assets"
              >
                <Money value={sumOfKnown(known)} column="millions" reason="Not available" />
              </ExplainNumber>
            </Starred>
          ),
        },
        {
          id: "ounce",
          header: "Price per ounce",
          kind: "money",
          wideOnly: true,
          file: filed("ounce_dollar", "worth"),
          cell: (row) => (
            <GoodNumber
              row={row}
              column="worth"
              what="Price per ounce"
              number={explainedOunce(row)}
            >
              <Price value={row.worth} places={2} reason="Not available" />
            </GoodNumber>
          ),
        },
        {
          id: "premium",
          header: "Premium",
          kind: "change",
          file: filed("premium", "premium"),
          cell: (row) => (
            <GoodNumber
              row={row}
              column="premium"
              what="Premium"
              number={explainedAsset(row.key, row.name, premiumToSpot)}
            >
              <Change value={row.premium} places={2} reason="Price not available" />
            </GoodNumber>
          ),
        },
        {
          id: "premium_bar",
          header: "Discount / premium",
          kind: "trend",
          wideOnly: true,
          cell: ({ premium }) => <PremiumBar premium={premium} all={premia} />,
        },
      ]}
    />
  );
}
