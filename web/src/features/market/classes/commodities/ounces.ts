import type { GetAggregateResponse } from "@/api/contract";
import { type Marks, newestMarks } from "../../rankings/rowQualifiers";
import { lastByKey } from "../splits";

/** The grams of a troy ounce. */
export const gramsOfOunce = 31.103_476_8;
const grams: Readonly<Record<string, number>> = {
  gram: 1,
  kilogram: 1000,
  "troy ounce": gramsOfOunce,
};

/** How many troy ounces of what one token is: "0.01 gram of gold". */
export function ouncesOf(unit: string | null): { ounces: number; commodity: string } | null {
  const [, count, mass, commodity] = /^([\d.]+ )?([a-z ]+?) of (\w+)$/.exec(unit ?? "") ?? [];
  const weight = grams[mass ?? ""];
  if (weight === undefined || commodity === undefined) return null;
  return { ounces: (Number(count ?? 1) * weight) / gramsOfOunce, commodity };
}

export type CommodityToken = {
  key: string;
  name: string;
  symbol: string | null;
  sample: boolean;
  unit: string;
  commodity: string;
  /** How many of its tokens there are, and what they stand for. */
  units: number;
  ounces: number;
  value: number | null;
  /** The issuer's value of one token. */
  nav: number | null;
  /** The issuer's value per ounce. */
  worth: number | null;
  premium: number | null;
  marks: Marks<"ounces" | "value" | "worth" | "premium">;
};

type Product = {
  slug: string;
  name: string;
  symbol: string | null;
  unit: string | null;
  is_sample: boolean;
};

type CommodityAnswers = {
  products: ReadonlyArray<Product>;
  supplies: GetAggregateResponse;
  worths: GetAggregateResponse;
  premiums: GetAggregateResponse;
  navs: GetAggregateResponse;
};

/** The tokenized quantity of each commodity, the most valuable first. */
export function commodityTokens({
  products,
  ...answers
}: CommodityAnswers): ReadonlyArray<CommodityToken> {
  const supply = lastByKey(answers.supplies);
  const value = lastByKey(answers.worths);
  const premium = lastByKey(answers.premiums);
  const navs = lastByKey(answers.navs);
  const supplyMarks = newestMarks(answers.supplies);
  const valueMarks = newestMarks(answers.worths);
  const premiumMarks = newestMarks(answers.premiums);
  const navMarks = newestMarks(answers.navs);
  return products
    .flatMap((product): CommodityToken[] => {
      const each = ouncesOf(product.unit);
      const units = supply.get(product.slug) ?? null;
      if (!each || units === null) return [];
      const ounces = units * each.ounces;
      const nav = navs.get(product.slug) ?? null;
      return [
        {
          key: product.slug,
          name: product.name,
          symbol: product.symbol,
          sample: product.is_sample,
          unit: product.unit ?? "",
          commodity: each.commodity,
          units,
          ounces,
          value: value.get(product.slug) ?? null,
          nav,
          worth: nav === null ? null : nav / each.ounces,
          premium: premium.get(product.slug) ?? null,
          marks: {
            ounces: supplyMarks.get(product.slug),
            value: valueMarks.get(product.slug),
            worth: navMarks.get(product.slug),
            premium: premiumMarks.get(product.slug),
          },
        },
      ];
    })
    .toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
}
