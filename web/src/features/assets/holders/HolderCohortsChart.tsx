import { useMemo } from "react";
import type { GetHolderCohortsResponse } from "@/api/contract";
import { Chart } from "@/charts/Chart";
import { type ChartPage, noOffer } from "@/charts/chartAddress";
import type { SeriesId } from "@/charts/explanation/chartNumbers";
import { figureExplainer } from "@/charts/explanation/figureExplainer";
import { valueFileEntries } from "@/charts/files/valueFileEntries";
import type { TimeKind } from "@/charts/kinds";
import { useChartSettings } from "@/charts/useChartSettings";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import type { Day } from "@/lib/dates/day";
import { exactSum } from "@/lib/exactSum";
import type { Origin } from "@/lib/files/origin";
import { explainedUnits } from "./explainedHolders";
import { type CohortStep, cohortData, cohortSteps, joinedCohorts, othersId } from "./joinedCohorts";

const kinds: readonly TimeKind[] = ["area", "share", "bar"];
/** The settings that the chart keeps in the address, beside those of the other chart of the page. */
function pageOf(steps: readonly CohortStep[]): ChartPage<CohortStep> {
  return {
    has: ["group", "style", "legend", "full", "table"],
    offer: {
      ...noOffer,
      group: () => ({ values: steps, default: steps[0] ?? "year" }),
      style: () => ({ values: kinds, default: "area" }),
    },
    prefix: "cohorts_",
  };
}

const unitOf = () => ({ unit: "units", measure: "" });

const othersNote = "Other holders: circulating units of addresses that are not known.";

type HolderCohortsChartProps = {
  answer: GetHolderCohortsResponse;
  origin: () => Promise<Origin>;
};

/** The number of a day that is explained: of a cohort, of the unknown holders, or of all holders. */
function numberOf(answer: GetHolderCohortsResponse, step: CohortStep, whose: SeriesId, date: Day) {
  const day = answer.results.find((one) => one.date === date);
  if (!day) return null;
  const { circulating, other_units: others } = day;
  if (whose === othersId)
    return others === null
      ? null
      : explainedUnits(answer, day, { kind: "others", name: "Other holders", units: others });
  const cohorts = joinedCohorts(day, step);
  if (whose === null) {
    const known = exactSum(cohorts.map(({ units }) => units));
    return circulating === null
      ? explainedUnits(answer, day, { kind: "known", name: "Known holders", units: known })
      : explainedUnits(answer, day, {
          kind: "circulating",
          name: "Circulating units",
          units: circulating,
        });
  }
  const cohort = cohorts.find(({ key }) => key === whose);
  if (!cohort) return null;
  const { name, units, holder_count: holders, isFromStart } = cohort;
  return explainedUnits(answer, day, { kind: "cohort", name, units, holders, isFromStart });
}

function unitLineOf(answer: GetHolderCohortsResponse, step: CohortStep): string {
  const cut = answer.has_earlier ? ` Newest ${answer.results.length} days with balances.` : "";
  return `${answer.token_name}. Units, end of day UTC, by the ${step} in which an address was first among the known holders. Issuer excluded.${cut}`;
}

/** Shows the units of each cohort of holders over time. */
export function HolderCohortsChart({ answer, origin }: HolderCohortsChartProps) {
  const steps = useMemo(() => cohortSteps(answer.results), [answer]);
  const page = useMemo(() => pageOf(steps.map(({ value }) => value)), [steps]);
  const { state, update, controlled, unread } = useChartSettings(page);
  const { group: step, style: kind } = state;
  const data = useMemo(() => cohortData(answer, step), [answer, step]);
  const hasOthers = data.series.some(({ id }) => id === othersId);
  const { token_slug: token } = answer;
  return (
    <>
      <IgnoredConditions noun="setting" count={unread.length} onRemove={() => update({})} />
      <Chart
        id={`holder-cohorts-${token}`}
        title={`Holders by ${step} of first appearance`}
        unitLine={unitLineOf(answer, step)}
        unit={{ kind: "count", noun: "units" }}
        kind={kind}
        style={{ value: kind, options: kinds, onChange: (style) => update({ style }) }}
        size="asset"
        data={data}
        sample={answer.is_sample}
        origin={origin}
        footnotes={hasOthers ? [othersNote] : []}
        controls={
          steps.length > 1 && (
            <SegmentedControl
              label="Cohorts by"
              segments={steps}
              value={step}
              onChange={(group) => update({ group, legend: "" })}
            />
          )
        }
        menu={[valueFileEntries({ file: "holders.cohorts", query: { token_slug: token } })]}
        // Days with balances do not lie 30 days apart.
        changeDays={null}
        explainerOf={figureExplainer({
          data,
          unitOf,
          numberOf: (whose, day) => numberOf(answer, step, whose, day),
          start: null,
        })}
        {...controlled}
      />
    </>
  );
}
