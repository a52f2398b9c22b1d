import type { NumberKey } from "@/app-state/numberExplanation";
import { slugs } from "@/charts/queries/measures";
import { formatAmountExact, formatPriceExact } from "@/lib/format";
import { explainedAsset } from "../../rankings/explainedRow";
import { type CommodityToken, gramsOfOunce } from "./ounces";

export const supplyInUnits = "total_supply_token";

type Item = Extract<NumberKey, { kind: "several" }>["items"][number];

/** The quantity that one token represents, from the catalog. */
function unitOf({ key, name, unit, sample }: CommodityToken): Item {
  const about = `Quantity represented by one token of ${name}`;
  const number = { kind: "fact" as const, name: about, of: "assets" as const, slug: key };
  return { name: "Token represents", figure: unit, number: { ...number, field: "unit" }, sample };
}

/** How much of a commodity all tokens of a product stand for. */
export function explainedOunces(row: CommodityToken): NumberKey {
  const tokens = {
    name: "Tokens",
    figure: formatAmountExact(row.units),
    number: explainedAsset(row.key, row.name, supplyInUnits),
    sample: row.sample,
  };
  return {
    kind: "several",
    name: `Troy ounces of ${row.name}`,
    items: [tokens, unitOf(row)],
    method: `The first input times the second; a troy ounce is ${gramsOfOunce} grams.`,
    figure: formatAmountExact(row.ounces),
  };
}

/** How much of one commodity there is in all. */
export function explainedCommodities(
  rows: ReadonlyArray<CommodityToken>,
  commodity: string,
  sum: number,
): NumberKey {
  const items = rows.map((row) => ({
    name: row.name,
    figure: formatAmountExact(row.ounces),
    number: explainedOunces(row),
    sample: row.sample,
  }));
  const name = `Troy ounces of ${commodity}`;
  const method = "The total quantity represented by the tokens of each product.";
  return { kind: "several", name, items, method, figure: formatAmountExact(sum) };
}

/** The explanation of the issuer's value per ounce; null without a value. */
export function explainedOunce(row: CommodityToken): NumberKey | null {
  if (row.worth === null) return null;
  const nav = {
    name: "Net asset value of one token",
    figure: formatPriceExact(row.nav),
    number: explainedAsset(row.key, row.name, slugs.netAssetValue),
    sample: row.sample,
  };
  return {
    kind: "several",
    name: `Price per ounce of ${row.commodity}, ${row.name}`,
    items: [nav, unitOf(row)],
    method: `The first input divided by the second; a troy ounce is ${gramsOfOunce} grams.`,
    figure: formatPriceExact(row.worth),
  };
}
