import { useRef, useState } from "react";
import { useTurn } from "@/lib/turns";
import { PartsChart, type PartsChartProps } from "./PartsChart";
import { TimeChart } from "./TimeChart";
import type { TimeChartProps } from "./useTimeChart";
import { WaitingChart } from "./WaitingChart";

export type ChartProps = TimeChartProps | PartsChartProps;

function isOverTime(props: ChartProps): props is TimeChartProps {
  return "days" in props.data;
}

/**
 * A chart in its card: over time (line, area, bar, share) or of the parts of one day (treemap, pie, map). Far from the
 * window it is its heading and its room until it comes near, nothing else is to do, or it is asked for over the whole page.
 */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLElement>(null);
  const come = useTurn(place);
  const [opened, setOpened] = useState(false);
  if (props.full?.value && !opened) setOpened(true);
  if (!come && !opened) return <WaitingChart {...props} place={place} />;
  return isOverTime(props) ? <TimeChart {...props} /> : <PartsChart {...props} />;
}
