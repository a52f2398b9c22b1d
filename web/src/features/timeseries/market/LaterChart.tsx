import { Later } from "@/components/Later";
import { ChartPlace } from "./ChartPlace";
import { chartTitle } from "./chartTitle";
import type { Pictured } from "./market";

const loadChart = async () => (await import("./MarketChart")).MarketChart;

type LaterChartProps = {
  market: Pictured;
  size?: "main" | "asset";
  headingLevel?: 2 | 3;
};

/** The chart of a page, whose script comes after the first paint. */
export function LaterChart({ market, size = "main", headingLevel = 2 }: LaterChartProps) {
  const [first] = market.drawn;
  const title = chartTitle({ drawn: first, group: first.groups[0], mode: "level" });
  return (
    <Later
      load={loadChart}
      give={{ market, size, headingLevel }}
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
