import { DataNote } from "@/components/DataNote";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { Market } from "./market";
import { useFigures } from "./useFigures";

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
