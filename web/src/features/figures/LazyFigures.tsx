import { ChartPlace } from "@/charts/application/ChartPlace";
import type { DatedRecord } from "@/charts/markers/events";
import type { YieldFacts } from "@/charts/measures/yields";
import { type EntityKind, entityCharts, entityLabels } from "@/charts/queries/entityLabels";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { Lazy } from "@/components/Lazy";
import { DataNote } from "@/components/states/DataNote";

const loadFigures = async () => (await import("./EntityFigures")).EntityFigures;

type LazyFiguresProps = {
  kind: EntityKind;
  /** Null as long as the record is on its way. */
  slug: string | null;
  /** The counts of the catalog. */
  counted: ReadonlyArray<KpiTileProps>;
  /** The facts of an asset that its measures depend on. */
  asset?: YieldFacts | null;
  /** The record, whose days are marked. */
  record: DatedRecord | null;
};

/** The key figures and the chart of one record. Their places stand in the exported page, their script comes later. */
export function LazyFigures(props: LazyFiguresProps) {
  const labels = [...entityLabels[props.kind], ...props.counted.map(({ label }) => label)];
  const tiles = labels.map((label) => ({ label, value: null, status: "loading" as const }));
  const places = (
    <>
      <DataNote kind={undefined} />
      <KpiStrip label="Key figures" tiles={tiles} />
      <ChartPlace title={entityCharts[props.kind]} unitLine="US$, end of day UTC" size="asset" />
    </>
  );
  const { slug } = props;
  if (slug === null) return places;
  return <Lazy load={loadFigures} give={{ ...props, slug }} fallback={places} />;
}
