import type { Asset, Loan } from "@/api/contract";
import { countDays, type Day } from "@/lib/dates/day";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { SplitGroup } from "./splits";

/** The year in which a bond matures. */
export function maturityYearOf({ matures_on: day }: Pick<Asset, "matures_on">): SplitGroup | null {
  if (day === null) return null;
  const year = day.slice(0, 4);
  return { key: year, name: year };
}

/** One of the choices of a field. */
function choiceOf(key: string): SplitGroup {
  return { key, name: choiceLabel(key) };
}

/** The group of a fund by its strategy. */
export function strategyOf({ strategy }: Pick<Asset, "strategy">): SplitGroup | null {
  return strategy === null ? null : choiceOf(strategy);
}

/** The groups of loans by a field. */
export type LoanField = "collateral_type" | "sector";

/** The group of a loan by its collateral or sector. */
export function loanGroup(loan: Pick<Loan, LoanField>, field: LoanField): SplitGroup | null {
  const choice = loan[field];
  return choice === null ? null : choiceOf(choice);
}

/** The listed share or fund that a token represents. */
export function underlyingOf(
  asset: Pick<Asset, "underlying_ticker" | "underlying_name">,
): SplitGroup | null {
  const { underlying_ticker: ticker, underlying_name: name } = asset;
  if (ticker === null) return null;
  return { key: ticker, name: name === null ? ticker : `${ticker} · ${name}` };
}

const ages = [
  { key: "1", most: 90, name: "Up to 3 months" },
  { key: "2", most: 182, name: "3 to 6 months" },
  { key: "3", most: 365, name: "6 to 12 months" },
  { key: "4", most: 730, name: "1 to 2 years" },
  { key: "5", most: Number.POSITIVE_INFINITY, name: "More than 2 years" },
] as const;

/** How long ago property was appraised. */
export function appraisalAgeOf(
  { appraised_on: on }: Pick<Asset, "appraised_on">,
  today: Day,
): SplitGroup | null {
  if (on === null) return null;
  const days = countDays(on, today) - 1;
  return ages.find(({ most }) => days <= most) ?? null;
}
