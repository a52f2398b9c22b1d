import type { ReactNode } from "react";
import type { Market } from "@/charts/queries/market";
import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { MarketScreen } from "./MarketScreen";

const loadAssets = async () => (await import("./classAssets/ClassAssets")).ClassAssets;
const loadWrappers = async () => (await import("./stocks/Wrappers")).Wrappers;

type ClassMarketProps = {
  market: Market;
  /** Lists of another feature, above that of the assets. */
  children?: ReactNode;
};

/** The page of an asset class: its market, and below it the records of the catalog. */
export function ClassMarket({ market, children }: ClassMarketProps) {
  const { group, module } = market;
  return (
    <MarketScreen market={market}>
      {children}
      {module === "wrappers" && (
        <Lazy
          below
          load={loadWrappers}
          give={{ group }}
          fallback={<Card title="Wrappers of one underlying">{null}</Card>}
        />
      )}
      <Lazy
        below
        load={loadAssets}
        give={{ group }}
        fallback={<Card title="Assets">{null}</Card>}
      />
    </MarketScreen>
  );
}
