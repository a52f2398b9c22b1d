import { LazyChart } from "@/charts/application/LazyChart";
import { useKnownPicture } from "@/charts/explanation/useKnownPicture";
import { ComparisonControls } from "@/charts/figures/ComparisonControls";
import { useDifferences } from "@/charts/figures/differingSources";
import { useFigures } from "@/charts/figures/useFigures";
import type { DatedRecord } from "@/charts/markers/events";
import type { YieldFacts } from "@/charts/measures/yields";
import type { EntityKind } from "@/charts/queries/entityLabels";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { DataNote } from "@/components/states/DataNote";
import { entities } from "./entities";

type EntityFiguresProps = {
  kind: EntityKind;
  slug: string;
  /** The counts of the catalog. */
  counted: ReadonlyArray<KpiTileProps>;
  /** The facts of an asset that its measures depend on. */
  asset?: YieldFacts | null;
  /** The record, whose days are marked. */
  record: DatedRecord | null;
};

/** The key figures of one record, those that the catalog counts behind them, and their course. */
export function EntityFigures(props: EntityFiguresProps) {
  const { kind, slug, counted, asset = null, record } = props;
  const entity = useKnownPicture(entities[kind](slug, asset));
  const { tiles, kind: data } = useFigures(entity.figures);
  const events = record && { records: [record], ...(kind === "asset" && { assets: [slug] }) };
  const differences = useDifferences(kind === "asset" ? slug : null, entity.figures);
  const marked = tiles.map((tile, place): KpiTileProps => {
    const differs = differences[place];
    return differs && tile.value ? { ...tile, differs } : tile;
  });
  return (
    <>
      <DataNote kind={data} />
      <ComparisonControls />
      <KpiStrip label="Key figures" tiles={[...marked, ...counted]} />
      <LazyChart key={slug} market={entity} events={events} size="asset" />
    </>
  );
}
