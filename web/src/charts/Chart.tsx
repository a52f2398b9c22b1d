import { TimeChart } from "./time/TimeChart";
import type { TimeChartProps } from "./time/useTimeChart";
import { useChartTurn } from "./useChartTurn";
import { WaitingChart } from "./WaitingChart";

/** A chart over time in its card: line, area, bar, share. Until its turn it is its heading and its room. */
export function Chart(props: TimeChartProps) {
  const { place, here } = useChartTurn(props.full);
  return here ? <TimeChart {...props} /> : <WaitingChart {...props} place={place} />;
}
