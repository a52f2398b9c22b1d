import { sumOfKnown } from "@/lib/exactSum";
import { csvCell } from "@/lib/files/csvCell";
import { type Origin, originLines } from "@/lib/files/origin";
import { notOver, type PointQualifier, qualifierLabel, qualifierOf } from "@/lib/format/qualifiers";
import { exactDigits } from "../formatValues";
import { dayNote, discWords } from "../markers/dayTexts";
import type { ChartSeries, ChartUnit, CompositionData, TimeData, Value } from "../types";

type CsvHead = {
  title: string;
  unit: ChartUnit;
  /** The unit of the values, as under the title of the chart: "Percent per year, act/365, not compounded". */
  unitLine?: string;
  sample: boolean;
  origin: Origin;
};

function unitLabel(unit: ChartUnit): string {
  if (unit.kind === "percent") return "fraction (0.05 = 5%)";
  if (unit.kind === "index") return "index, start = 100";
  return unit.kind === "money" ? (unit.code ?? "US$") : unit.noun;
}

function number(value: Value | undefined): string {
  return value === null || value === undefined ? "" : exactDigits(value);
}

function preamble({ title, unit, unitLine, sample, origin }: CsvHead): readonly string[] {
  const lines = [title, `Unit: ${unitLabel(unit)}`];
  if (unitLine) lines.push(`In the chart: ${unitLine}`);
  if (sample) lines.push("SAMPLE DATA: fictitious values for demonstration, not a measurement.");
  return [...lines, ...originLines(origin)].map((line) => `# ${line.replaceAll(/\s+/g, " ")}`);
}

function noteOf(data: TimeData, day: string): string {
  const gap = data.gaps?.find(({ from, to }) => from <= day && day <= to);
  const words = discWords(data, day);
  if (gap) return [gap.reason, ...words].join("; ");
  const ofDay = dayNote(data, day);
  const { provisional } = data;
  const isProvisional = provisional !== undefined && !provisional.isOver && day >= provisional.from;
  // A day with a note of its own says more than that it is provisional.
  const first = ofDay ?? (isProvisional ? "provisional" : undefined);
  const notes = data.series.flatMap(({ name, qualifiers }) => {
    const label = qualifierLabel(qualifierOf(qualifiers, day));
    // Of an interval that is not over, all values are provisional; a carried one still is of another day.
    if (label === null || (isProvisional && !ofDay && label === notOver)) return [];
    return [data.series.length > 1 ? `${name}: ${label}` : label];
  });
  return [...(first === undefined ? [] : [first]), ...words, ...notes].join("; ");
}

/** In the order of the files of the gateway. */
const flags = [
  "value_date",
  "is_carried",
  "is_partial",
  "spans_gap",
  "is_average",
  "lacks_days",
] as const;

/** The day of a value, and how it came to be; without a qualifier it is of the last day of its interval. */
function flagsOf(
  value: Value | undefined,
  lastDay: string,
  qualifier: Partial<PointQualifier> = {},
  named: readonly (keyof PointQualifier)[] = flags,
): readonly string[] {
  if (value === null || value === undefined) return named.map(() => "");
  return named.map((flag) => String(qualifier[flag] ?? (flag === "value_date" ? lastDay : false)));
}

/** The qualifier of a day; after the newest value that value is repeated. */
function qualifierAt({ qualifiers, newest }: ChartSeries, day: string): Partial<PointQualifier> {
  const repeated = newest !== undefined && day > newest && { value_date: newest, is_carried: true };
  return { ...qualifierOf(qualifiers, day), ...repeated };
}

/** The headers of the flags of a series; converted values have the day of their rate. */
function flagHeads({ name, fileFlags = flags, rateDates }: ChartSeries): readonly string[] {
  const all = [...fileFlags, ...(rateDates ? ["rate_date"] : [])];
  return all.map((flag) => csvCell(`${name} (${flag})`));
}

/** The flags of the value of a series at a place. */
function flagsAt({ days, lastDays }: TimeData, series: ChartSeries, place: number) {
  const day = days[place] ?? "";
  const value = series.values[place];
  const qualifier = qualifierAt(series, day);
  const own = flagsOf(value, lastDays?.[place] ?? day, qualifier, series.fileFlags);
  if (!series.rateDates) return own;
  const isKnown = value !== null && value !== undefined;
  return [...own, (isKnown && series.rateDates.get(day)) || ""];
}

function sampleMark(sample = false): string {
  return sample ? ", sample" : "";
}

/** The share of each shown series in all shown series. */
function sharesOf(data: TimeData, shown: ReadonlySet<string>) {
  const parts = data.series.filter(({ id }) => shown.has(id));
  // The total of which they are shares includes all of them.
  const mark = sampleMark(parts.some(({ sample }) => sample));
  return {
    heads: parts.map(({ name }) => csvCell(`${name} (share of total${mark})`)),
    at: (place: number) => {
      const values = parts.map(({ values }) => values[place] ?? null);
      const sum = sumOfKnown(values) ?? 0;
      return values.map((value) => number(value === null || sum <= 0 ? null : value / sum));
    },
  };
}

/**
 * Every series, none grouped, of the requested days: UTF-8, ISO days, exact figures. Of a picture of shares those that it
 * shows stand behind the figures, and behind these the flags of each series, unless points are ages.
 */
export function timeCsv(
  data: TimeData,
  about: CsvHead,
  span: { from: number; to: number } | null,
  shown: ReadonlySet<string> | null = null,
): string {
  const unit = unitLabel(about.unit);
  const noted =
    data.provisional !== undefined ||
    (data.gaps?.length ?? 0) > 0 ||
    (data.dayNotes?.size ?? 0) > 0 ||
    (data.marks?.length ?? 0) > 0 ||
    data.series.some(({ qualifiers }) => (qualifiers?.length ?? 0) > 0);
  const shares = shown && sharesOf(data, shown);
  const { ages, names } = data;
  const flagged: readonly ChartSeries[] = ages ? [] : data.series;
  const head = [
    // The level of an interval is of another day than the one with which the interval begins.
    ...(ages ? [ages.field] : names ? ["interval_start", "interval"] : ["day"]),
    ...data.series.map((one) => {
      const own = data.second?.ids.includes(one.id) ? unitLabel(data.second.unit) : unit;
      return csvCell(`${one.name} (${own}${sampleMark(one.sample)})`);
    }),
    ...(shares?.heads ?? []),
    ...flagged.flatMap(flagHeads),
    ...(noted ? ["note"] : []),
    "sample",
  ];
  const { from, to } = span ?? { from: 0, to: data.days.length - 1 };
  const rows = data.days.slice(from, to + 1).map((day, offset) => {
    const figures = data.series.map(({ values }) => number(values[from + offset]));
    const note = noted ? [csvCell(noteOf(data, day))] : [];
    const name = csvCell(names?.[from + offset] ?? "");
    const called = ages ? [String(from + offset)] : names ? [day, name] : [day];
    const parts = shares?.at(from + offset) ?? [];
    const marks = flagged.flatMap((one) => flagsAt(data, one, from + offset));
    return [...called, ...figures, ...parts, ...marks, ...note, String(about.sample)].join(",");
  });
  return `${[...preamble(about), head.join(","), ...rows].join("\r\n")}\r\n`;
}

export function compositionCsv(data: CompositionData, about: CsvHead): string {
  const rows = data.parts.map(({ id, name, value, qualifier, reason, sample }) =>
    [
      ...[data.day, csvCell(id), csvCell(name), number(value)],
      ...flagsOf(value, data.day, qualifier),
      ...[csvCell(reason ?? ""), String(sample)],
    ].join(","),
  );
  const value = `value (${unitLabel(about.unit)})`;
  const head = ["day", "id", "name", value, ...flags, "note", "sample"].map(csvCell);
  return `${[...preamble(about), head.join(","), ...rows].join("\r\n")}\r\n`;
}
