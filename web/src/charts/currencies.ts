import type { SeriesInterval, SeriesMode } from "@/api/contract";
import type { Measure } from "./measures/measure";

/** The currencies in which a chart can show dollars: how an axis, a column and a screen reader write them. */
export const currencies = {
  usd: { code: "US$", symbol: "$", word: "dollars" },
  eur: { code: "EUR", symbol: "€", word: "euros" },
  gbp: { code: "GBP", symbol: "£", word: "pounds" },
  jpy: { code: "JPY", symbol: "¥", word: "yen" },
  chf: { code: "CHF", symbol: "CHF\u00a0", word: "francs" },
} as const;

export type Currency = keyof typeof currencies;

export const currencyCodes = Object.keys(currencies) as readonly Currency[];

type Converted = { measure: Measure; mode: SeriesMode; interval: SeriesInterval };

/** Why an amount is shown in US$ alone; null where it can be converted. A sum needs the rate of each of its days. */
export function currencyRefusal({ measure, mode, interval }: Converted): string | null {
  if (measure.unit !== "usd") return "Only amounts of money can be converted.";
  if (measure.sumOfDays) return "Sums of several days are shown in US$. Choose Net flow.";
  if (mode === "level") return null;
  if (mode === "cumulative") return "Cumulative sums are shown in US$. Choose Per interval.";
  if (measure.kind === "stock") return "Changes are shown in US$. Choose Level.";
  return interval === "day" ? null : "Sums are converted day by day. Choose the interval Day.";
}

/** The currencies that a chart offers. */
export function offeredCurrencies(converted: Converted): readonly Currency[] {
  return currencyRefusal(converted) === null ? currencyCodes : ["usd"];
}
