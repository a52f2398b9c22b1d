import { explain } from "@/app-state/numberExplanation";
import { formatValue, scaleOf } from "@/charts/formatValues";
import type { Value } from "@/charts/types";
import { formatDay } from "@/lib/format";
import { type PreparedChart, sumAt } from "./preparedChart";

/** Explains what is drawn on a day: the sum of groups, or one of several lines. */
export function explainChart(chart: PreparedChart, day: string): void {
  const { data, unit } = chart;
  const index = data.days.indexOf(day);
  const added = data.series.filter(({ role }) => role !== "reference");
  const sum = chart.adds ? sumAt(added, day, index) : null;
  const scale = scaleOf(
    unit,
    Math.max(...data.series.map(({ values }) => Math.abs(values[index] ?? 0)), Math.abs(sum ?? 0)),
  );
  const figureOf = (value: Value) => (value === null ? "no value" : formatValue(value, scale));
  const items = data.series.flatMap(({ id, name, values, sample }) => {
    const number = chart.numberOf(id, day);
    return number ? [{ name, figure: figureOf(values[index] ?? null), number, sample }] : [];
  });
  const total = chart.adds ? chart.numberOf(null, day) : null;
  const [only] = items;
  if (items.length === 1 && only) {
    explain(only.number);
    return;
  }
  const sample = added.some((one) => one.sample);
  if (total) items.unshift({ name: "Total", figure: figureOf(sum), number: total, sample });
  if (items.length > 0) explain({ kind: "several", name: formatDay(day), items });
}
