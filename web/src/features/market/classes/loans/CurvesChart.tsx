import { useMemo } from "react";
import { Chart } from "@/charts/Chart";
import type { TimeData } from "@/charts/types";
import { addMonths } from "@/lib/dates/day";
import type { Origin } from "@/lib/files/origin";
import type { Curve } from "./curves";

const title = "Cumulative default rate by vintage";

/** Points of a chart have days; ages have those of months from here on. */
const ageZero = "2000-01-01";

/** One line for each vintage: point n is the rate n months after origination. */
export function curvesData(curves: ReadonlyArray<Curve>): TimeData {
  const oldest = curves.map(({ points }) => points.findLastIndex((point) => point !== null));
  const length = Math.max(-1, ...oldest) + 1;
  const ages = Array.from({ length }, (_, age) => age);
  return {
    days: ages.map((age) => addMonths(ageZero, age)),
    names: ages.map((age) => (age === 1 ? "1 month" : `${age} months`)),
    ages: { head: "Months since origination", field: "months_since_origination" },
    series: curves.map(({ key, name, points, sample }) => {
      const rates = points.map((point) => point?.rate ?? null);
      const last = rates.findLastIndex((rate) => rate !== null);
      return {
        id: key,
        name,
        sample,
        values: ages.map((age) => rates[age] ?? null),
        // A young vintage ends; it is not interrupted.
        ...(last >= 0 && { until: addMonths(ageZero, last) }),
      };
    }),
  };
}

type CurvesChartProps = {
  curves: ReadonlyArray<Curve>;
  unitLine: string;
  origin: () => Promise<Origin>;
  /** The function that explains a rate; null without an explanation. */
  explainPoint: (curve: Curve, months: number) => (() => void) | null;
};

/** Vintage curves: how much of each vintage had gone into default, by its age. */
export function CurvesChart({ curves, unitLine, origin, explainPoint }: CurvesChartProps) {
  const data = useMemo(() => curvesData(curves), [curves]);
  return (
    <Chart
      id="vintage-curves"
      title={title}
      unitLine={unitLine}
      unit={{ kind: "percent" }}
      kind="line"
      size="asset"
      data={data}
      sample={curves.some(({ sample }) => sample)}
      origin={origin}
      betterLow
      // Ages have no change over 30 days.
      changeDays={null}
      explainerOf={(id, day) => {
        const curve = curves.find(({ key }) => key === id);
        return curve ? explainPoint(curve, data.days.indexOf(day)) : null;
      }}
    />
  );
}
