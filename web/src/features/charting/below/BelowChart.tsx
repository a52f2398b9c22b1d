import type { PointedDay } from "@/charts/time/pointedDay";
import type { PreparedChart } from "../prepared/preparedChart";
import { SourcesPanel } from "./SourcesPanel";
import { ValuesGrid } from "./ValuesGrid";

type BelowChartProps = { drawn: PreparedChart; days: readonly string[]; pointed: PointedDay };

/** The numbers of the chart, and what is behind them. */
export function BelowChart({ drawn, days, pointed }: BelowChartProps) {
  return (
    <>
      {drawn.state.status === "ready" && <ValuesGrid drawn={drawn} days={days} pointed={pointed} />}
      <SourcesPanel corrected={drawn.corrected} state={drawn.state} />
    </>
  );
}
