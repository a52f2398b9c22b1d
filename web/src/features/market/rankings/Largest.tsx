import type { Market } from "@/charts/queries/market";
import { LeagueConcentration } from "./LeagueConcentration";
import { MarketLeague } from "./MarketLeague";
import { NetFlows } from "./NetFlows";
import { PegCard } from "./PegCard";
import { YieldCard } from "./YieldCard";

/** The largest of a page, where money went, and what only its class has. */
export function Largest({ market }: { market: Market }) {
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_356px]">
        <MarketLeague market={market} />
        <NetFlows market={market} />
      </div>
      <LeagueConcentration market={market} />
      {market.special === "peg" && <PegCard market={market} />}
      {market.special === "yields" && <YieldCard market={market} />}
    </>
  );
}
