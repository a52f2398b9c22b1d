import { ScatterChart } from "@/components/chart/ScatterChart";
import { assetAddress } from "@/lib/addresses";
import { formatPercent } from "@/lib/format";
import type { FundYield } from "./yields";

const fewestPoints = 3;

/** Where funds tell both: what they earn against what they cost. */
export function YieldScatter({ funds }: { funds: ReadonlyArray<FundYield> }) {
  const points = funds.flatMap(({ key, name, week, fee, value }) =>
    week === null || fee === null
      ? []
      : [{ id: key, name, href: assetAddress(key), x: fee, y: week, size: value }],
  );
  if (points.length < fewestPoints) return null;
  return (
    <ScatterChart
      title="Yield against fee"
      lead="Each fund of the table above that tells both. Areas are values."
      x={{ label: "Management fee", show: (fee) => formatPercent(fee, 2) }}
      y={{ label: "7-day APY", show: (apy) => formatPercent(apy, 2) }}
      points={points}
      sample={funds.some(({ sample }) => sample)}
    />
  );
}
