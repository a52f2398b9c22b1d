import type { PointedDay } from "@/charts/time/pointedDay";
import type { PreparedChart } from "../prepared/preparedChart";
import { LatestLoads } from "./LatestLoads";
import { RestatementLog } from "./RestatementLog";
import { ValuesGrid } from "./ValuesGrid";

type BelowChartProps = { chart: PreparedChart; days: readonly string[]; pointed: PointedDay };

/** The numbers of the chart, and what is behind them. */
export function BelowChart({ chart, days, pointed }: BelowChartProps) {
  return (
    <>
      {chart.state.status === "ready" && <ValuesGrid chart={chart} days={days} pointed={pointed} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <RestatementLog restatements={chart.restatements} state={chart.state} />
        <LatestLoads />
      </div>
    </>
  );
}
