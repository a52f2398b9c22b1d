import type { SeriesGroupBy, SubjectKind } from "@/api/contract";
import { dimensionLabel } from "@/api/dimensions";
import { formatCountFull } from "@/lib/format";

/** The name of a dimension: "Asset class". By token, pools and loans are grouped by themselves. */
export function groupLabel(by: SeriesGroupBy, kind: SubjectKind): string {
  if (by === "token" && kind !== "token") return kind.charAt(0).toUpperCase() + kind.slice(1);
  return dimensionLabel(by);
}

/** Explains how a dimension combines its members, if its name does not. */
export function groupNote(by: SeriesGroupBy): readonly string[] {
  if (by !== "parent_network") return [];
  return ["Layer-2 networks and sidechains count towards the network on which they settle."];
}

/** A number of members: "412 assets". */
export function subjectLabel(kind: SubjectKind, count: number): string {
  return `${formatCountFull(count)} ${count === 1 ? kind : `${kind}s`}`;
}

/** The label of the group without a key. */
export function withoutLabel(by: SeriesGroupBy, kind: SubjectKind): string {
  return by === "none" ? "All" : `No ${groupLabel(by, kind).toLowerCase()} disclosed`;
}
