import { CompositionCard, type CompositionProps } from "./composition/CompositionCard";
import { useChartTurn } from "./frame/useChartTurn";
import { WaitingChart } from "./frame/WaitingChart";

/** A chart of the parts of one day in its card: treemap, pie, map. Until its turn it is its heading and its room. */
export function CompositionChart(props: CompositionProps) {
  const { place, here } = useChartTurn(props.full);
  return here ? <CompositionCard {...props} /> : <WaitingChart {...props} place={place} />;
}
