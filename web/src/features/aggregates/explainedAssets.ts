import type { FieldMeta, Filter as QueryFilter, ResourceMeta } from "@/api/contract";
import { every, isAccepted, rowsOf, where } from "@/api/listQuery";
import type { NumberKey } from "@/app-state/numberExplanation";
import { emptyViewState, type Filter } from "@/lib/address/viewState";
import { formatAmountExact, formatPercent } from "@/lib/format";
import { assetListing } from "@/lists/listings/assetListing";
import { type Group, groupFilter, type MeasureId, measures } from "./aggregates";

type CountNumberKey = Extract<NumberKey, { kind: "count" }>;

/** Assets that are counted together, and the conditions that they meet; null where no filter states them. */
export type CountedAssets = { name: string; filter: QueryFilter | undefined } | null;

/** All assets that are counted. */
export function allAssets(filter: QueryFilter | undefined): CountedAssets {
  return { name: "All", filter };
}

/** The assets of one group. */
export function assetsOfGroup(
  meta: ResourceMeta,
  field: FieldMeta,
  group: Group,
  filter: QueryFilter | undefined,
): CountedAssets {
  const own = ownCondition(meta, field, group);
  return own ? { name: group.label, filter: every([filter, own]) } : null;
}

function ownCondition(meta: ResourceMeta, field: FieldMeta, group: Group): QueryFilter | undefined {
  if (group.value === null) return where(field.name, "equals", null);
  const filter: Filter | null = groupFilter(field, group);
  if (!filter || !isAccepted(filter, assetListing, meta)) return undefined;
  return rowsOf({ ...emptyViewState, filters: [filter] }, assetListing, meta).filter ?? undefined;
}

export type CountColumn = "count" | MeasureId;

/** The explanation of a number of assets, or of distinct values of one of their fields. */
export function explainedAssetCount(of: CountedAssets, column: CountColumn, value: number | null) {
  if (!of || value === null) return null;
  const measure = measures.find(({ id }) => id === column);
  const { name, filter } = of;
  const summed = measure?.aggregateFunction === "sum" ? { sum: measure.field } : {};
  const distinct =
    measure?.aggregateFunction === "countDistinct" ? { distinct: measure.field } : {};
  const number: CountNumberKey = {
    kind: "count",
    name: `${measure?.header ?? "Assets"}: ${name}`,
    figure: formatAmountExact(value),
    of: "assets",
    ...summed,
    ...distinct,
    ...(filter && { filter }),
  };
  return number;
}

/** The part that a group is of all assets. */
export function explainedGroupShare(
  of: CountNumberKey | null,
  all: CountNumberKey | null,
  share: number | null,
  samples: { of: boolean; all: boolean },
) {
  if (!of || !all || share === null) return null;
  const items = [
    { name: of.name, figure: of.figure, number: of, sample: samples.of },
    { name: all.name, figure: all.figure, number: all, sample: samples.all },
  ];
  const number: NumberKey = {
    kind: "several",
    name: `${of.name}, share`,
    items,
    method: "The first input divided by the second.",
    figure: formatPercent(share, 4),
  };
  return number;
}
