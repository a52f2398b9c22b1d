import { type PlanPart, type PlanTerms, type PlanType, planTypeLabels } from "@/api/contract";
import type { NameOf } from "@/records/scopes/scopeSentence";
import { listInWords } from "@/records/scopes/wording";
import {
  answerRowsText,
  dayText,
  delayText,
  exportText,
  historyText,
  isOpenSet,
  rateText,
} from "./planTexts";

type PlanRow = { plan: PlanType; label: string; values: ReadonlyArray<string> };

export type PlanComparison = { columns: ReadonlyArray<string>; rows: ReadonlyArray<PlanRow> };

/** The parts with values over time, by whose history and delay plans differ. */
function withSeries({ parts }: PlanTerms): ReadonlyArray<PlanPart> {
  return parts.filter(({ endpoints }) => endpoints.includes("asset_timeseries"));
}

/** A value of each part, with the classes to which it is restricted; equal values once, those of classes first. */
function valuesOf(
  parts: ReadonlyArray<PlanPart>,
  textOf: (part: PlanPart) => string,
  nameOf: NameOf,
): string {
  const texts = parts.map((part) => {
    const classes = part.where.find(({ dimension }) => dimension === "asset_class");
    const names = classes?.ids.map((id) => nameOf("asset_class", id)) ?? [];
    return { value: textOf(part), names };
  });
  const values = new Set(texts.map(({ value }) => value));
  if (values.size <= 1) return [...values][0] ?? "None";
  const ofClasses = texts.filter(({ names }) => names.length > 0);
  const others = new Set(texts.filter(({ names }) => names.length === 0).map(({ value }) => value));
  return [
    ...ofClasses.map(({ value, names }) => `${value} for ${listInWords(names)}`),
    ...[...others].map((value) => (ofClasses.length > 0 ? `${value} for other classes` : value)),
  ].join("; ");
}

function measuresOf({ where }: PlanPart): string {
  const measures = where.find(({ dimension }) => dimension === "measure");
  return measures ? `${measures.ids.length} headline measures` : "All";
}

/** The plans beside each other, without the columns in which all of them are equal. */
export function comparePlans(plans: ReadonlyArray<PlanTerms>, nameOf: NameOf): PlanComparison {
  const columns: ReadonlyArray<[string, (terms: PlanTerms) => string]> = [
    ["Measures", (terms) => valuesOf(withSeries(terms), measuresOf, nameOf)],
    ["History", (terms) => valuesOf(withSeries(terms), ({ time }) => historyText(time), nameOf)],
    ["Delay", (terms) => valuesOf(withSeries(terms), ({ time }) => delayText(time), nameOf)],
    [
      "Rows per answer",
      ({ parts }) => valuesOf(parts, ({ limits }) => answerRowsText(limits), nameOf),
    ],
    ["Requests", ({ parts }) => valuesOf(parts, ({ limits }) => rateText(limits), nameOf)],
    ["Requests per day", ({ parts }) => valuesOf(parts, ({ limits }) => dayText(limits), nameOf)],
    ["Exports", ({ parts }) => valuesOf(parts, exportText, nameOf)],
  ];
  const all = columns.map(([title, textOf]) => ({ title, values: plans.map(textOf) }));
  const differing = all.filter(({ values }) => new Set(values).size > 1);
  return {
    columns: differing.map(({ title }) => title),
    rows: plans.map(({ plan }, at) => ({
      plan,
      label: planTypeLabels[plan],
      values: differing.map(({ values }) => values[at] ?? ""),
    })),
  };
}

/** The common terms of the plans. */
export function commonText(plans: ReadonlyArray<PlanTerms>): string {
  return isOpenSet(plans)
    ? "Every plan of this installation includes all data. Plans differ in the rates of requests by programs."
    : "Plans differ in measures, history, limits and exports. Values that all plans share are not listed.";
}
