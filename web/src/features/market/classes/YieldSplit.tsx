import { useState } from "react";
import type { SeriesGroupBy } from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import { explainedGroup } from "@/app-state/explainedGroup";
import { newestText } from "@/charts/data/tableNotes";
import { useSourced } from "@/charts/data/useOrigin";
import { namesOfGroups, useNames } from "@/charts/measures/names";
import { type AggregateQuery, requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { assetsOf, countedOf } from "@/charts/queries/measures";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Starred } from "@/components/ui/marks/Starred";
import { Percent } from "@/components/ui/text/Figure";
import { addDays, type Day, lastDay, month } from "@/lib/dates/day";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { ExplainNumber } from "@/records/ExplainNumber";
import { newestMark, newestMarks } from "../rankings/rowQualifiers";
import { explainedAll } from "./explainedSplit";
import { SplitTable } from "./SplitTable";
import { groupSplits, lastByKey, type Split } from "./splits";

type By = { value: SeriesGroupBy; label: string };

export type YieldSplitProps = {
  market: Market;
  title: string;
  lead: string;
  /** The yield, weighted by value. */
  earned: { measure: string; header: string; unit?: string; description?: string; field?: string };
  by: readonly [By, ...By[]];
};

/** The value and yield of a class, by country or kind. */
export function YieldSplit({ market, title, lead, earned, by }: YieldSplitProps) {
  const [chosen, setChosen] = useState(by[0].value);
  const { measure } = market.league;
  const to = lastDay();
  const group = { by: chosen, limit: mostChartGroups };
  const worth = countedOf(market.group, measure);
  // Only assets earn: a token has no yield of its own.
  const earning = assetsOf(market.group, earned.measure, measure);
  const { answers, origin } = useSourced([
    requestOf(worth, { from: addDays(to, -month), to }, group),
    requestOf(earning, { from: to, to }, group),
  ]);
  const [worths, yields] = answers;
  const names = useNames(
    namesOfGroups(chosen, "asset"),
    (worths?.data?.groups ?? []).map(({ key }) => key),
  );
  const earnedBy = lastByKey(yields?.data);
  const marks = yields?.data && newestMarks(yields.data);
  const earnsSample = new Set(
    yields?.data?.groups.filter((group) => group.has_sample).map(({ key }) => key),
  );
  const rows = worths?.data && groupSplits(worths.data, names);
  const together = yields?.data?.total.values.at(-1) ?? null;
  const explained = (of: AggregateQuery, { key, name, of: [only] }: Split, day: Day) => {
    // The remaining groups have no query of their own.
    if (only !== key) return null;
    const { subject, ...request } = of;
    return explainedGroup({ ...request, subject_kind: subject, by: chosen, key }, day, name);
  };
  return (
    <SplitTable
      title={title}
      lead={`${lead}${newestText(worths?.data)}`}
      one={by.find(({ value }) => value === chosen)?.label ?? ""}
      members="Tokens"
      rows={rows?.map((row) => ({ ...row, sample: row.sample || earnsSample.has(row.key) }))}
      answers={answers}
      origin={origin}
      explained={(row, day) => explained(worth, row, day)}
      whole={explainedAll(worth)}
      controls={
        by.length > 1 && (
          <SegmentedControl label="By" segments={by} value={chosen} onChange={setChosen} />
        )
      }
      further={[
        {
          id: earned.measure,
          header: earned.header,
          ...(earned.unit && { unit: earned.unit }),
          ...(earned.description && { description: earned.description }),
          kind: "share",
          file: {
            name: earned.field ?? earned.measure,
            value: ({ key }) => earnedBy.get(key) ?? null,
            mark: ({ key }) => marks?.get(key),
          },
          cell: (row) => {
            const value = earnedBy.get(row.key) ?? null;
            return (
              <Starred reason={qualifierLabel(marks?.get(row.key))}>
                <ExplainNumber
                  number={value === null ? null : explained(earning, row, to)}
                  label={`${earned.header}, ${row.name}`}
                >
                  <Percent value={value} places={2} reason="Not available" />
                </ExplainNumber>
              </Starred>
            );
          },
          total: (
            <Starred reason={qualifierLabel(newestMark(yields?.data, yields?.data?.total))}>
              <ExplainNumber
                number={together === null ? null : explainedAll(earning)(to)}
                label={`${earned.header}, all`}
              >
                <Percent value={together} places={2} reason="Not available" />
              </ExplainNumber>
            </Starred>
          ),
        },
      ]}
    />
  );
}
