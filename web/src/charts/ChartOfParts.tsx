import { PartsChart, type PartsChartProps } from "./parts/PartsChart";
import { useChartTurn } from "./useChartTurn";
import { WaitingChart } from "./WaitingChart";

/** A chart of the parts of one day in its card: treemap, pie, map. Until its turn it is its heading and its room. */
export function ChartOfParts(props: PartsChartProps) {
  const { place, here } = useChartTurn(props.full);
  return here ? <PartsChart {...props} /> : <WaitingChart {...props} place={place} />;
}
