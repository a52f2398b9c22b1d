import { CompositionCard, type CompositionProps } from "./composition/CompositionCard";
import { useChartTurn } from "./frame/useChartTurn";
import { WaitingChart } from "./frame/WaitingChart";

/** A treemap of the parts of one day in its card. Until its turn it shows its heading and keeps its room. */
export function CompositionChart(props: CompositionProps) {
  const { place, here } = useChartTurn(props.full);
  return here ? <CompositionCard {...props} /> : <WaitingChart {...props} place={place} />;
}
