import { useState } from "react";
import type { SeriesGroupBy } from "@/api/contract";
import { explainedGroup } from "@/api/explainedGroup";
import { useAggregates } from "@/api/series";
import { Percent } from "@/components/ui/Figure";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { addDays, lastDay } from "@/lib/day";
import { ofClasses, requestOf } from "../market/ask";
import type { Market } from "../market/market";
import { assetsOf } from "../market/measures";
import { catalogOf, useNames } from "../parts/names";
import { SplitTable } from "./SplitTable";
import { groupSplits, lastByKey } from "./splits";

const month = 30;
const most = 100;

type By = { value: SeriesGroupBy; label: string };

export type YieldSplitProps = {
  market: Market;
  title: string;
  lead: string;
  /** What is earned, each asset counting as much as it is worth. */
  earned: { measure: string; header: string };
  by: readonly [By, ...By[]];
};

/** What a class is worth and earns, by country or kind. */
export function YieldSplit({ market, title, lead, earned, by }: YieldSplitProps) {
  const [chosen, setChosen] = useState(by[0].value);
  const { measure } = market.league;
  const to = lastDay();
  const group = { by: chosen, limit: most };
  const answers = useAggregates([
    requestOf(assetsOf(market.classes, measure), { from: addDays(to, -month), to }, group),
    requestOf(assetsOf(market.classes, earned.measure, measure), { from: to, to }, group),
  ]);
  const [worths, yields] = answers;
  const names = useNames(
    catalogOf(chosen, "asset"),
    (worths?.data?.groups ?? []).map(({ key }) => key),
  );
  const earnedBy = lastByKey(yields?.data);
  return (
    <SplitTable
      title={title}
      lead={lead}
      one={by.find(({ value }) => value === chosen)?.label ?? ""}
      members="Assets"
      rows={worths?.data && groupSplits(worths.data, names)}
      answers={answers}
      explained={({ key, name, of }) => {
        const [only] = of;
        if (only !== key) return null;
        const filter = ofClasses(market.classes);
        const asked = { measure, subject_kind: "asset" as const, by: chosen, key };
        return explainedGroup({ ...asked, ...(filter && { filter }) }, to, name);
      }}
      controls={
        by.length > 1 && (
          <SegmentedControl label="By" segments={by} value={chosen} onChange={setChosen} />
        )
      }
      further={[
        {
          header: earned.header,
          cell: ({ key }) => (
            <Percent value={earnedBy.get(key) ?? null} places={2} reason="None known" />
          ),
          total: (
            <Percent
              value={yields?.data?.total.values.at(-1) ?? null}
              places={2}
              reason="None known"
            />
          ),
        },
      ]}
    />
  );
}
