import type { PointedDay } from "@/charts/time/pointedDay";
import type { PreparedChart } from "../prepared/preparedChart";
import { CorrectionLog } from "./CorrectionLog";
import { LatestLoads } from "./LatestLoads";
import { ValuesGrid } from "./ValuesGrid";

type BelowChartProps = { chart: PreparedChart; days: readonly string[]; pointed: PointedDay };

/** The numbers of the chart, and what is behind them. */
export function BelowChart({ chart, days, pointed }: BelowChartProps) {
  return (
    <>
      {chart.state.status === "ready" && <ValuesGrid chart={chart} days={days} pointed={pointed} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <CorrectionLog corrected={chart.corrected} state={chart.state} />
        <LatestLoads />
      </div>
    </>
  );
}
