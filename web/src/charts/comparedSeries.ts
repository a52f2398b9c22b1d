import type { SeriesKey } from "@/api/contract";
import type { Names } from "./measures/names";

/** One of the series that are compared; the measure is that of the chart. */
export type ComparedSeries = Pick<SeriesKey, "subject_kind" | "subject_slug"> & {
  network_slug: string | null;
};

/** The most groups or series that are compared: more cannot be distinguished. */
export const mostCompared = 8;

const kinds = ["asset", "token", "network", "platform", "pool", "loan", "benchmark"] as const;
/** The keys of records in addresses. */
export const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,119}$/;

/** Reads what `comparedSeriesName` wrote. The slug of a token is its network and its address. */
export function parseComparedSeries(text: string): ComparedSeries | null {
  const [kindText, ...parts] = text.split(":");
  const kind = kinds.find((known) => known === kindText);
  const length = kind === "token" ? 2 : 1;
  const isKey = parts.every((part) => keyPattern.test(part));
  if (!kind || parts.length === 0 || parts.length > length + 1 || !isKey) return null;
  const slug = parts.slice(0, length).join(":");
  return { subject_kind: kind, subject_slug: slug, network_slug: parts[length] ?? null };
}

export function comparedSeriesName({
  subject_kind,
  subject_slug,
  network_slug,
}: ComparedSeries): string {
  return [subject_kind, subject_slug, ...(network_slug ? [network_slug] : [])].join(":");
}

/** The slug of the network of a series; the slug of a token begins with it. */
export function networkOf({
  subject_kind: kind,
  subject_slug,
  network_slug,
}: ComparedSeries): string | null {
  const [network = null, address] = kind === "token" ? subject_slug.split(":") : [];
  return network_slug ?? (address ? network : null);
}

/** The name of the network of a series; its slug until the name is loaded, or where it is not known. */
export function networkNameOf(series: ComparedSeries, networks: Names): string | null {
  const slug = networkOf(series);
  return slug && (networks.get(slug)?.name ?? slug);
}
