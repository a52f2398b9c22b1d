import type { ReactNode } from "react";
import { Lazy } from "@/components/Lazy";
import { MarketScreen } from "./MarketScreen";
import { overview } from "./markets/overviewMarket";
import { tickerPlace } from "./ticker/tickerPlace";

const loadTicker = async () => (await import("./ticker/Ticker")).Ticker;

/** The whole market, below a line of its largest assets. */
export function OverviewScreen({ children }: { children: ReactNode }) {
  return (
    <>
      <Lazy load={loadTicker} give={{}} fallback={<div className={tickerPlace} />} />
      <MarketScreen market={overview}>{children}</MarketScreen>
    </>
  );
}
