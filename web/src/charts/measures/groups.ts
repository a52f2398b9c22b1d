import type { SeriesGroupBy, SubjectKind } from "@/api/contract";
import { formatCountFull } from "@/lib/format";

/** What a group is one of: "Asset class". Pools and loans are grouped by themselves where others are by token. */
export function groupLabel(by: SeriesGroupBy, kind: SubjectKind): string {
  if (by === "token" && kind !== "token") return kind.charAt(0).toUpperCase() + kind.slice(1);
  return labels[by];
}

const labels: Record<SeriesGroupBy, string> = {
  none: "Nothing",
  asset: "Asset",
  token: "Token",
  network: "Network",
  platform: "Platform",
  issuer: "Issuer",
  manager: "Manager",
  asset_class: "Asset class",
  country: "Country",
};

/** Several of what an aggregate is made of: "412 assets". */
export function subjectWords(kind: SubjectKind, count: number): string {
  return `${formatCountFull(count)} ${count === 1 ? kind : `${kind}s`}`;
}

/** How those without the trait are called. */
export function withoutWords(by: SeriesGroupBy, kind: SubjectKind): string {
  return by === "none" ? "All" : `No ${groupLabel(by, kind).toLowerCase()} disclosed`;
}
