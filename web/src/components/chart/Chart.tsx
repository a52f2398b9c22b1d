import { PartsChart, type PartsChartProps } from "./PartsChart";
import { TimeChart } from "./TimeChart";
import type { TimeChartProps } from "./useTimeChart";

export type ChartProps = TimeChartProps | PartsChartProps;

function isOverTime(props: ChartProps): props is TimeChartProps {
  return "days" in props.data;
}

/** A chart in its card: over time (line, area, bar, share) or of the parts of one day (treemap, pie, map). */
export function Chart(props: ChartProps) {
  return isOverTime(props) ? <TimeChart {...props} /> : <PartsChart {...props} />;
}
