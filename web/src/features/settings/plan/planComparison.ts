import {
  type Limits,
  type PlanPart,
  type PlanTerms,
  type PlanType,
  planTypeLabels,
} from "@/api/contract";
import type { FactColumn } from "@/components/table/FactTable";
import { formatCountFull } from "@/lib/format";
import type { NameOf } from "@/records/scopes/scopeSentence";
import { amountOf, listInWords } from "@/records/scopes/wording";
import {
  answerRowsText,
  dayText,
  delayText,
  exportText,
  historyText,
  isOpenSet,
} from "./planTexts";

/** A value of a plan; beside it, what applies to other classes or at once. */
export type PlanValue = { text: string; detail: string | null };

type PlanRow = { plan: PlanType; label: string; values: ReadonlyArray<PlanValue> };

export type PlanComparison = { columns: ReadonlyArray<FactColumn>; rows: ReadonlyArray<PlanRow> };

/** The parts with values over time, by whose history and delay plans differ. */
function withSeries({ parts }: PlanTerms): ReadonlyArray<PlanPart> {
  return parts.filter(({ endpoints }) => endpoints.includes("asset_timeseries"));
}

/** Within a sentence: "last 365 days"; "CSV" stays. */
function within(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The equal values of parts once: those of classes, and in the detail those of the other classes. */
function classValue(
  parts: ReadonlyArray<PlanPart>,
  textOf: (part: PlanPart) => string,
  nameOf: NameOf,
): PlanValue {
  const texts = parts.map((part) => {
    const classes = part.where.find(({ dimension }) => dimension === "asset_class");
    const names = classes?.ids.map((id) => nameOf("asset_class", id)) ?? [];
    return { text: textOf(part), names };
  });
  const ofClasses = texts.filter(({ names }) => names.length > 0);
  const inAll = new Set(texts.filter(({ names }) => names.length === 0).map(({ text }) => text));
  const inClasses = new Set(ofClasses.map(({ text }) => text));
  const others = [...inAll].map(within).join("; ");
  if (inClasses.size === 0) return { text: [...inAll].join("; ") || "None", detail: null };
  const own =
    inClasses.size === 1
      ? [...inClasses]
      : ofClasses.map(({ text, names }) => `${text} for ${listInWords(names)}`);
  const names = [...new Set(ofClasses.flatMap((each) => each.names))];
  if (inAll.size === 0) return { text: own.join("; "), detail: `Only ${listInWords(names)}` };
  const isSame = inAll.size === 1 && inClasses.size === 1 && inClasses.has([...inAll][0] ?? "");
  return { text: own.join("; "), detail: isSame ? null : `Other classes: ${others}` };
}

function measuresOf({ where }: PlanPart): string {
  const measures = where.find(({ dimension }) => dimension === "measure");
  return measures ? amountOf(measures.ids.length, "measure") : "All";
}

function rateOf({ requests_per_second: rate, burst }: Limits): PlanValue {
  if (typeof rate !== "number") return { text: "No limit", detail: null };
  const detail = typeof burst === "number" ? `${formatCountFull(burst)} at once` : null;
  return { text: formatCountFull(rate), detail };
}

/** The rates of a plan: its policies state the same. */
function limitsOf({ parts: [first] }: PlanTerms): Limits {
  return first?.limits ?? { export_formats: [] };
}

/** The plans beside each other, without the columns in which all of them are equal. */
export function comparePlans(plans: ReadonlyArray<PlanTerms>, nameOf: NameOf): PlanComparison {
  const columns: ReadonlyArray<FactColumn & { of: (terms: PlanTerms) => PlanValue }> = [
    { title: "Measures", of: (terms) => classValue(withSeries(terms), measuresOf, nameOf) },
    {
      title: "History",
      of: (terms) => classValue(withSeries(terms), ({ time }) => historyText(time), nameOf),
    },
    {
      title: "Delay",
      of: (terms) => classValue(withSeries(terms), ({ time }) => delayText(time), nameOf),
    },
    {
      title: "Rows per answer",
      isNumber: true,
      of: ({ parts }) => classValue(parts, ({ limits }) => answerRowsText(limits), nameOf),
    },
    { title: "Requests per second", isNumber: true, of: (terms) => rateOf(limitsOf(terms)) },
    {
      title: "Requests per day",
      isNumber: true,
      of: (terms) => ({ text: dayText(limitsOf(terms)), detail: null }),
    },
    { title: "Exports", of: ({ parts }) => classValue(parts, exportText, nameOf) },
  ];
  const differing = columns
    .map(({ of, ...column }) => ({ column, values: plans.map(of) }))
    .filter(({ values }) => new Set(values.map((value) => JSON.stringify(value))).size > 1);
  return {
    columns: differing.map(({ column }) => column),
    rows: plans.map(({ plan }, at) => ({
      plan,
      label: planTypeLabels[plan],
      values: differing.map(({ values }) => values[at] ?? { text: "", detail: null }),
    })),
  };
}

/** The common terms of the plans. */
export function commonText(plans: ReadonlyArray<PlanTerms>): string {
  return isOpenSet(plans)
    ? "Every plan of this installation includes all data. Plans differ in the rates of requests by programs."
    : "Plans differ in measures, history, limits and exports. Values that all plans share are not listed.";
}
