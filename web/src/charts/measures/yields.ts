import type { Asset } from "@/api/contract";
import declared from "../../../../proto/declared/yields.json";

/** The catalog fields of an asset on which its yields and measures depend. */
export type YieldFacts = Pick<
  Asset,
  "asset_class_slug" | "class_group" | "is_yield_bearing" | "denomination_currency" | "peg_currency"
>;

/** Whether yields are calculated for an asset; what moves with a price or bears no yield has none. */
export function hasYields(asset: YieldFacts | null): boolean {
  const classSlug = asset?.asset_class_slug;
  if (!classSlug || declared.classes_that_move_with_a_price.includes(classSlug)) return false;
  return (
    asset.is_yield_bearing ?? !declared.classes_without_yield_unless_stated.includes(classSlug)
  );
}

/** Whether its dollars are those of its own currency; otherwise only values in that currency give a yield. */
export function isInDollars(asset: YieldFacts): boolean {
  const currency = asset.denomination_currency ?? asset.peg_currency;
  if (currency !== null) return currency === declared.currency;
  return !declared.classes_in_other_currencies.includes(asset.asset_class_slug);
}

/** The classes whose assets are valued once a month, so that they have no yield over 7 days. */
const valuedMonthly = ["real-estate"];

/** Whether an asset is of a class that is valued monthly: its returns are over calendar months. */
export function isValuedMonthly(asset: YieldFacts | null): boolean {
  return asset !== null && valuedMonthly.includes(asset.asset_class_slug);
}
