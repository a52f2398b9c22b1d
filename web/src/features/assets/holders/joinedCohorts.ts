import type { GetHolderCohortsResponse, HolderCohort, HolderDay } from "@/api/contract";
import type { TimeData } from "@/charts/types";
import { calendarPeriod } from "@/lib/dates/calendarPeriod";
import { exactSum } from "@/lib/exactSum";
import { formatDay } from "@/lib/format";

export type CohortStep = "month" | "quarter" | "year";

const steps = [
  { value: "month", label: "Month" },
  { value: "quarter", label: "Quarter" },
  { value: "year", label: "Year" },
] as const satisfies ReadonlyArray<{ value: CohortStep; label: string }>;

/** More than these cannot be distinguished in a chart. */
const mostCohorts = 8;

export const othersId = "other-holders";

type JoinedCohort = Pick<HolderCohort, "holder_count" | "units"> & {
  key: string;
  name: string;
  isFromStart: boolean;
};

function monthName(month: string): string {
  const [, name, year] = formatDay(`${month}-01`).split(" ");
  return `${name} ${year}`;
}

function stepOf(cohort: HolderCohort, step: CohortStep): Pick<JoinedCohort, "key" | "name"> {
  const { month } = cohort;
  if (cohort.is_from_start) return { key: "start", name: `${monthName(month)} or earlier` };
  if (step === "month") return { key: month, name: monthName(month) };
  return calendarPeriod(month, step);
}

/** The cohorts of a day by months, quarters or years, the oldest first. */
export function joinedCohorts(day: HolderDay, step: CohortStep): ReadonlyArray<JoinedCohort> {
  const parts = new Map<string, { name: string; cohorts: HolderCohort[] }>();
  for (const cohort of day.cohorts) {
    const { key, name } = stepOf(cohort, step);
    const part = parts.get(key) ?? { name, cohorts: [] };
    part.cohorts.push(cohort);
    parts.set(key, part);
  }
  return [...parts].map(([key, { name, cohorts }]) => ({
    key,
    name,
    isFromStart: cohorts.some(({ is_from_start: isFromStart }) => isFromStart),
    holder_count: exactSum(cohorts.map(({ holder_count: count }) => count)),
    units: exactSum(cohorts.map(({ units }) => units)),
  }));
}

/** The names of all cohorts of an answer, the oldest first. */
function cohortNames(
  days: ReadonlyArray<HolderDay>,
  step: CohortStep,
): ReadonlyMap<string, string> {
  const all = days.flatMap(({ cohorts }) => cohorts);
  // Those that were known from the start come first; months compare like texts.
  const sorted = all.toSorted((one, other) =>
    one.is_from_start === other.is_from_start
      ? one.month.localeCompare(other.month)
      : Number(other.is_from_start) - Number(one.is_from_start),
  );
  return new Map(
    sorted.map((cohort) => {
      const { key, name } = stepOf(cohort, step);
      return [key, name] as const;
    }),
  );
}

/** The steps that join enough months for a chart to show all cohorts; the finest one first. */
export function cohortSteps(days: ReadonlyArray<HolderDay>) {
  const fitting = steps.filter(({ value }) => cohortNames(days, value).size <= mostCohorts);
  return fitting.length > 0 ? fitting : steps.slice(-1);
}

/** The units of each cohort over time, then those of holders that are not known. */
export function cohortData(
  { results: days, is_sample: sample }: GetHolderCohortsResponse,
  step: CohortStep,
): TimeData {
  const joined = days.map(
    (day) => new Map(joinedCohorts(day, step).map(({ key, units }) => [key, units])),
  );
  const series = [...cohortNames(days, step)].map(([key, name]) => {
    const first = joined.findIndex((of) => of.has(key));
    // A cohort whose holders are all gone holds nothing; before it began it is not there.
    const values = joined.map((of, at) => of.get(key) ?? (at < first ? null : 0));
    return { id: key, name, values, sample };
  });
  const others = days.map(({ other_units: units }) => units);
  const hasOthers = others.some((units) => (units ?? 0) > 0);
  const reason = "circulating units are not available";
  return {
    days: days.map(({ date }) => date),
    series: [
      ...series,
      ...(hasOthers
        ? [{ id: othersId, name: "Other holders", values: others, role: "other" as const, sample }]
        : []),
    ],
    ordered: true,
    gaps: hasOthers
      ? days.flatMap(({ date, other_units: units }) =>
          units === null ? [{ from: date, to: date, reason }] : [],
        )
      : [],
  };
}
