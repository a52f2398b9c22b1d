import { Lazy } from "@/components/Lazy";
import { preloadPart } from "@/lib/loading/useOnDemand";
import type { EventSources } from "../markers/useEvents";
import type { ChartedPage } from "../queries/market";
import { loadTimeBody } from "../time/loadTimeBody";
import { ChartPlace } from "./ChartPlace";
import { chartTitle } from "./chartTitle";

// The picture is fetched beside its card, not after it.
const loadChart = async () => {
  preloadPart(loadTimeBody);
  return (await import("./MarketChart")).MarketChart;
};

type LazyChartProps = {
  market: ChartedPage;
  /** The events of the one record that the chart is of, which are marked. */
  events?: EventSources | null;
  size?: "main" | "asset";
  headingLevel?: 2 | 3;
};

/** The chart of a page, whose script comes after the first paint. */
export function LazyChart(props: LazyChartProps) {
  const { market, events = null, size = "main", headingLevel = 2 } = props;
  const [first] = market.charts;
  const title = chartTitle({ chart: first, group: first.groups[0], mode: "level" });
  return (
    <Lazy
      load={loadChart}
      give={{ market, events, size, headingLevel }}
      fallback={
        <ChartPlace
          title={title}
          unitLine={first.unitLine}
          size={size}
          headingLevel={headingLevel}
        />
      }
    />
  );
}
