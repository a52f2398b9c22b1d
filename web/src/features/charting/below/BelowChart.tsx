import type { PointedDay } from "@/charts/time/pointedDay";
import type { PreparedChart } from "../prepared/preparedChart";
import { CorrectionLog } from "./CorrectionLog";
import { LatestLoads } from "./LatestLoads";
import { ValuesGrid } from "./ValuesGrid";

type BelowChartProps = { drawn: PreparedChart; days: readonly string[]; pointed: PointedDay };

/** The numbers of the chart, and what is behind them. */
export function BelowChart({ drawn, days, pointed }: BelowChartProps) {
  return (
    <>
      {drawn.state.status === "ready" && <ValuesGrid drawn={drawn} days={days} pointed={pointed} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <CorrectionLog corrected={drawn.corrected} state={drawn.state} />
        <LatestLoads />
      </div>
    </>
  );
}
