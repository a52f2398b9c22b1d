import type { Action, Dimension, Endpoint } from "@/api/contract";
import { formatCountFull } from "@/lib/format";

/** The verb of an action: one may "chart" time series. */
export function verbOf(action: Action): string {
  return action === "timeseries" ? "chart" : action;
}

const nouns: Partial<Record<Endpoint, string>> = {
  service_providers: "service providers",
  asset_timeseries: "time series",
  protocol_timeseries: "time series of protocols",
  reference: "reference data",
};

/** The records of an endpoint. */
export function endpointNoun(endpoint: Endpoint): string {
  return nouns[endpoint] ?? endpoint;
}

const prepositions: Record<Dimension, string> = {
  asset_class: "of",
  platform: "on the platform",
  network: "on",
  issuer: "of the issuer",
  protocol: "of the protocol",
  asset: "of the asset",
  measure: "of the measure",
  sector: "of the sector",
  region: "in",
  token_type: "of the type",
};

/** The words between records and the values of their attribute: assets "on" Ethereum, "of the measures" Price and Value. */
export function prepositionOf(dimension: Dimension, values: number): string {
  const words = prepositions[dimension];
  return values > 1 && words.includes(" ") ? `${words}s` : words;
}

/** A list in words: "a, b and c". */
export function listInWords(words: ReadonlyArray<string>, conjunction = "and"): string {
  const last = words.at(-1) ?? "";
  if (words.length < 2) return last;
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/** A number of things: "1 day", "50,000 rows". */
export function amountOf(count: number, one: string): string {
  return `${formatCountFull(count)} ${one}${count === 1 ? "" : "s"}`;
}
