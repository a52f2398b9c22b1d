import type { ReactNode } from "react";
import { LazyChart } from "@/charts/application/LazyChart";
import type { Market } from "@/charts/queries/market";
import { Lazy } from "@/components/Lazy";
import { MarketFigures } from "./MarketFigures";

const loadLargest = async () => (await import("./rankings/Largest")).Largest;
const loadClassModule = async () => (await import("./classes/ClassModule")).ClassModule;
const loadReferences = async () => (await import("./References")).References;

type MarketScreenProps = {
  market: Market;
  /** The counts of the catalog for the class. */
  children?: ReactNode;
};

const place = "min-w-0 rounded-md border border-line bg-surface";

/** The market or one of its classes: key figures, the main chart, the largest, flows, references and the catalog. */
export function MarketScreen({ market, children }: MarketScreenProps) {
  return (
    <>
      <MarketFigures market={market} />
      <LazyChart market={market} />
      <Lazy
        below
        load={loadLargest}
        give={{ market }}
        fallback={<div className={`${place} min-h-[943px]`} />}
      />
      {market.module && (
        <Lazy
          below
          load={loadClassModule}
          give={{ market }}
          fallback={<div className={`${place} min-h-[420px]`} />}
        />
      )}
      <Lazy
        below
        load={loadReferences}
        give={{ market }}
        fallback={<div className={`${place} min-h-[560px]`} />}
      />
      {children}
    </>
  );
}
