import { useChartTurn } from "./frame/useChartTurn";
import { WaitingChart } from "./frame/WaitingChart";
import { TimeChart } from "./time/TimeChart";
import type { TimeChartProps } from "./time/useTimeChart";

/** A chart over time in its card: line, area, bar, share. Until its turn it is its heading and its room. */
export function Chart(props: TimeChartProps) {
  const { place, here } = useChartTurn(props.full);
  return here ? <TimeChart {...props} /> : <WaitingChart {...props} place={place} />;
}
