import { ComparisonControls } from "@/charts/figures/ComparisonControls";
import { useFigures } from "@/charts/figures/useFigures";
import type { Market } from "@/charts/queries/market";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { DataNote } from "@/components/states/DataNote";

/** The key figures of a page, and what kind of numbers they are. */
export function MarketFigures({ market }: { market: Market }) {
  const { tiles, kind } = useFigures(market.figures);
  return (
    <>
      <DataNote kind={kind} />
      <ComparisonControls />
      <KpiStrip label="Key figures" tiles={tiles} />
    </>
  );
}
