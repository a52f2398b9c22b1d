import type { Market } from "@/charts/queries/market";
import { slugs } from "@/charts/queries/measures";
import { Lazy } from "@/components/Lazy";
import { simpleWeekYield, simpleYieldField, yieldConventions } from "@/lib/format/yieldConventions";
import { CommodityTable } from "./commodities/CommodityTable";
import { FieldChart } from "./FieldChart";
import { FieldSplit } from "./FieldSplit";
import { appraisalAgeOf, maturityYearOf, strategyOf, underlyingOf } from "./fieldGroups";
import { DefaultCurves } from "./loans/DefaultCurves";
import { Delinquencies } from "./loans/Delinquencies";
import { LoanSplit } from "./loans/LoanSplit";
import { Vintages } from "./loans/Vintages";
import { mapHeight } from "./mapHeight";
import { NavAges } from "./NavAges";
import { PegSplit } from "./PegSplit";
import { byKey } from "./splits";
import { YieldSplit } from "./YieldSplit";

const country = { value: "country", label: "Country" } as const;

const loadMap = async () => (await import("./CountryMap")).CountryMap;

function Bonds({ market }: { market: Market }) {
  return (
    <>
      <FieldSplit
        market={market}
        title="Maturity ladder"
        lead="Distributed value by year of maturity, end of day UTC."
        one="Maturity"
        partOf={maturityYearOf}
        order={byKey}
      />
      <YieldSplit
        market={market}
        title="Yields by country and kind"
        lead="Yield to maturity, weighted by value, end of day UTC."
        earned={{
          measure: slugs.yieldToMaturity,
          header: "YTM",
          description: `Percent ${yieldConventions.toMaturity}`,
        }}
        by={[country, { value: "asset_class", label: "Kind" }]}
      />
    </>
  );
}

function Funds({ market }: { market: Market }) {
  return (
    <>
      <FieldChart
        market={market}
        id="strategy"
        title="Distributed value by strategy"
        partOf={strategyOf}
      />
      <FieldSplit
        market={market}
        title="By strategy"
        lead="Distributed value by investment strategy, end of day UTC."
        one="Strategy"
        partOf={strategyOf}
      />
      <NavAges market={market} />
    </>
  );
}

function Places({ market }: { market: Market }) {
  return (
    <>
      <Lazy below load={loadMap} give={{ market }} fallback={<div className={mapHeight} />} />
      <YieldSplit
        market={market}
        title="By country"
        lead="Distributed value by country of issue, end of day UTC, with the 1-year return, distributions reinvested, weighted by value."
        earned={{
          measure: "return_1y",
          header: "1y return",
          description: `Over 365 days, ${yieldConventions.returns}`,
        }}
        by={[country]}
      />
      <FieldSplit
        market={market}
        title="Appraisal age"
        lead="Distributed value by time since the last appraisal, end of day UTC."
        one="Appraisal age"
        partOf={appraisalAgeOf}
        order={byKey}
      />
    </>
  );
}

/** The part of the page that only its class has. */
export function ClassModule({ market }: { market: Market }) {
  switch (market.module) {
    case "pegs":
      return <PegSplit market={market} />;
    case "domiciles":
      return (
        <YieldSplit
          market={market}
          title="By domicile"
          lead="Distributed value by country of issue, end of day UTC, with the simple 7-day yield, weighted by value."
          earned={{
            measure: slugs.weekYield,
            header: "7d yield",
            field: simpleYieldField(slugs.weekYield),
            ...simpleWeekYield,
          }}
          by={[country]}
        />
      );
    case "bonds":
      return <Bonds market={market} />;
    case "vintages":
      return (
        <>
          <LoanSplit />
          <Delinquencies />
          <Vintages />
          <DefaultCurves />
        </>
      );
    case "commodities":
      return <CommodityTable market={market} />;
    case "ages":
      return <Funds market={market} />;
    case "wrappers":
      return (
        <FieldSplit
          market={market}
          title="Distributed value by underlying"
          lead="Combined value of the distributed tokens that track one listed share or fund, end of day UTC."
          one="Underlying"
          partOf={underlyingOf}
        />
      );
    case "places":
      return <Places market={market} />;
    default:
      return null;
  }
}
