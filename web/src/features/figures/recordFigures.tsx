import type { Asset } from "@/api/contract";
import type { DatedRecord } from "@/charts/markers/events";
import type { EntityKind } from "@/charts/queries/entityLabels";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { LazyActivity } from "./LazyActivity";
import { LazyDistributions } from "./LazyDistributions";
import { LazyFigures } from "./LazyFigures";

type RecordTiles = ReadonlyArray<KpiTileProps>;

/** The numbers on the page of a record. */
export function recordFigures(kind: Exclude<EntityKind, "asset">) {
  return {
    numbers: (slug: string | null, counted: RecordTiles, record: DatedRecord | null) => (
      <LazyFigures {...{ kind, slug, counted, record }} />
    ),
  };
}

/** The same, of an asset, whose measures depend on its class, its currency and whether it bears a yield. */
export const assetFigures = {
  numbers: (slug: string | null, counted: RecordTiles, record: Asset | null) => (
    <LazyFigures kind="asset" {...{ slug, counted, record }} asset={record} />
  ),
  further: [
    {
      id: "activity",
      label: "Activity",
      list: (record: Asset) => <LazyActivity slug={record.slug} record={record} />,
    },
    {
      id: "distributions",
      label: "Distributions",
      when: (record: Asset) => record.distributes_income === true,
      list: (record: Asset) => <LazyDistributions slug={record.slug} />,
    },
  ],
};
