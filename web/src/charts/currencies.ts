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

/** Whether a chart of dollars shows other amounts than those it was answered with. */
export function isConverted(currency: Currency): boolean {
  return currency !== "usd";
}

export const currencyCodes = Object.keys(currencies) as readonly Currency[];

/** The currencies that a chart offers: only amounts of money are converted. */
export function offeredCurrencies({ unit }: Measure): readonly Currency[] {
  return unit === "usd" ? currencyCodes : ["usd"];
}
