import { useFigures } from "@/charts/figures/useFigures";
import type { Market } from "@/charts/queries/market";
import { DataNote } from "@/components/DataNote";
import { KpiStrip } from "@/components/kpi/KpiStrip";

/** The key figures of a page, and what kind of numbers they are. */
export function MarketFigures({ market }: { market: Market }) {
  const { tiles, kind } = useFigures(market.figures);
  return (
    <>
      <DataNote kind={kind} />
      <KpiStrip label="Key figures" tiles={tiles} />
    </>
  );
}
