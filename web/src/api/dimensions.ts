import declared from "../../../proto/declared/dimensions.json";
import type { SeriesGroupBy, SubjectKind } from "./contract";

type Dimension = {
  group_by: Exclude<SeriesGroupBy, "none">;
  label: string;
  /** The list that has the keys of the groups; null where the subjects themselves are the groups. */
  resource: string | null;
  /** The field of its records that is the key. */
  key: "slug" | "code";
  /** The field of an asset that holds the key. */
  asset_field: string | null;
};

/** The gateway reads the same file. */
const dimensions = declared.dimensions as ReadonlyArray<Dimension>;
const subjects: Readonly<Record<SubjectKind, { resource: string | null }>> = declared.subjects;

/** The name of a dimension: "Asset class". */
export function dimensionLabel(by: SeriesGroupBy): string {
  return dimensions.find(({ group_by }) => group_by === by)?.label ?? "None";
}

/** The dimension whose keys a field of assets holds. */
export function dimensionOfAssetField(field: string): SeriesGroupBy | undefined {
  return dimensions.find(({ asset_field }) => asset_field === field)?.group_by;
}

/** Whether the groups of a dimension are networks, on which subjects have a part each. */
export function isByNetwork(by: SeriesGroupBy): boolean {
  return dimensions.some(({ group_by, resource }) => group_by === by && resource === "networks");
}

/** The list with the records of a group's keys. */
export function resourceOfGroups(by: SeriesGroupBy, kind: SubjectKind): string | null {
  const dimension = dimensions.find(({ group_by }) => group_by === by);
  return dimension ? (dimension.resource ?? subjects[kind].resource) : null;
}

/** The field of a list's records that is the key of their groups. */
export function keyField(resource: string): "slug" | "code" {
  return dimensions.find((dimension) => dimension.resource === resource)?.key ?? "slug";
}
