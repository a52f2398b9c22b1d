import { createContext, type ReactNode, useContext, useMemo } from "react";
import type {
  Filter,
  GetAggregateRequest,
  GetAggregateResponse,
  PlanType,
  SeriesGroup,
  SeriesGroupBy,
  SubjectKind,
} from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { refetchFailed } from "@/api/refetchFailed";
import { useAggregates } from "@/api/series";
import { explainedGroup } from "@/app-state/explainedGroup";
import type { NumberKey } from "@/app-state/numberExplanation";
import type { RowFacts } from "@/components/table/Table";
import { addDays, lastDay } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import { formatAmountExact, formatDay } from "@/lib/format";
import type { PointQualifier } from "@/lib/format/qualifiers";
import { fieldValue } from "@/records/resource";
import { isRefused, plansOfNumbers } from "./beyondPlan";

/** How a column reads its number from the measures that a list loads for each of its rows. */
export type RowNumber = {
  measure: string;
  /** The members that are counted. */
  only?: Filter;
  /** In its place where a row has none. */
  otherwise?: string;
  /** As a part of this. */
  under?: string;
  /** The days over which its change is shown, instead of itself. */
  since?: number;
  /** The days over which its sum is shown. */
  over?: number;
  /** How far it stands from this, as a part of it. */
  against?: number;
};

/** A request of one measure: its value a number of days ago, or its sum over a number of days. */
type MeasureRequest = { measure: string; only?: Filter; days: number; over?: number };

/** The numbers of timeseries for the rows of a list, in one request for a whole page. */
export type RowNumbers = {
  subject: SubjectKind;
  /** The groups have the slugs of the rows as their keys. */
  by: SeriesGroupBy;
  /** The field by which the rows of a page are filtered; without it all groups are requested. */
  field?: string;
  filter?: Filter;
  /** The columns by which the gateway sorts. */
  ranks?: ReadonlyArray<string>;
  columns: Readonly<Record<string, RowNumber>>;
};

/** The numbers of the columns shown: a hidden column requests nothing. */
export function shownNumbers(
  numbers: RowNumbers | undefined,
  columns: ReadonlyArray<{ id: string; defaultHidden?: boolean }>,
  shown: ReadonlyArray<string>,
): RowNumbers | undefined {
  if (!numbers) return undefined;
  // Cards of phones show usual columns whatever columns are chosen.
  const isUsed = (id: string) =>
    shown.includes(id) || columns.some((column) => column.id === id && !column.defaultHidden);
  const used = Object.entries(numbers.columns).filter(([id]) => isUsed(id));
  return { ...numbers, columns: Object.fromEntries(used) };
}

type LoadedNumbers = {
  status: "loading" | "failed" | "ready";
  /** Requests once more what could not be loaded; null where everything was, is on its way, or is refused. */
  retry: (() => void) | null;
  /** The plans that include the numbers that are refused or left out. */
  plans: readonly PlanType[];
  /** Whether all requests were answered: a row without a number has none then. */
  isComplete: boolean;
  at: (column: string, slug: string) => number | null;
  /** Whether a measure of the column could not be loaded: a row without a number may have one all the same. */
  isMissing: (column: string) => boolean;
  /** The earlier day that it is of, or what it lacks; null where it is of yesterday, or of all its days. */
  qualifier: (column: string, slug: string) => PointQualifier | null;
  /** Its explanation. */
  explained: (column: string, slug: string, name: string) => NumberKey | null;
  /** Whether any of them is made of sample data, whatever its row is. */
  sample: boolean;
  /** The slugs of the rows with such numbers. */
  sampled: ReadonlySet<string>;
};

const Numbers = createContext<LoadedNumbers | null>(null);

/** A sum over days of which some are withheld. */
const incomplete: PointQualifier = {
  value_date: null,
  is_carried: false,
  is_partial: true,
  is_average: false,
};

function qualifierIn(group: SeriesGroup, { over }: MeasureRequest): PointQualifier | undefined {
  // A value of one day has one qualifier at most.
  if (over === undefined) return group.qualifiers[0];
  return group.withheld_count > 0 ? incomplete : undefined;
}

/** Rows of one request: more would make an address too long. */
const mostRows = 50;

function key({ measure, only, days, over = 1 }: MeasureRequest): string {
  return JSON.stringify([measure, only ?? null, days, over]);
}

/** The requests of a column: first those of its own measure, then those of others. */
function requestsOf(number: RowNumber): ReadonlyArray<MeasureRequest> {
  const { measure, only, otherwise, under, since, over } = number;
  const own = { measure, ...(only && { only }) };
  if (over !== undefined) return [{ ...own, days: 0, over }];
  const others = [otherwise, under].filter((each) => each !== undefined);
  const measures = [own, ...others.map((each) => ({ measure: each }))];
  const back = since === undefined ? [0] : [0, since];
  return measures.flatMap((each) => back.map((days) => ({ ...each, days })));
}

function measuresOf({ columns }: RowNumbers): ReadonlyArray<MeasureRequest> {
  const requested = Object.values(columns).flatMap(requestsOf);
  const unique = new Map(requested.map((each) => [JSON.stringify(each), each]));
  return [...unique.values()];
}

function chunksOf(numbers: RowNumbers, slugs: ReadonlyArray<string>) {
  // All groups in one request, whichever rows the page has.
  if (numbers.field === undefined) return slugs.length > 0 ? [[]] : [];
  const count = Math.ceil(slugs.length / mostRows);
  return Array.from({ length: count }, (_, place) =>
    slugs.slice(place * mostRows, (place + 1) * mostRows),
  );
}

/** The requests for the rows of a page, a chunk of rows at a time. */
export function numberRequests(
  numbers: RowNumbers,
  slugs: ReadonlyArray<string>,
  day: string,
): ReadonlyArray<GetAggregateRequest> {
  const { subject, by, field, filter } = numbers;
  // A row shows its own fund, whether or not the page has its master fund.
  const isOfFunds = subject === "asset" || subject === "token";
  const isAlone = isOfFunds && (by === "asset" || by === "token");
  return chunksOf(numbers, slugs).flatMap((chunk) => {
    const rows = field === undefined ? undefined : where(field, "in", chunk);
    return measuresOf(numbers).map(({ measure, only, days, over = 1 }): GetAggregateRequest => {
      const requested = every([filter, only, rows]);
      const to = addDays(day, -days);
      return {
        measure,
        subject_kind: subject,
        ...(requested && { filter: requested }),
        group_by: by,
        // The group of a row must not be a part of the rest.
        group_limit: mostChartGroups,
        ...(isAlone && { counts_feeders: true }),
        from: addDays(to, 1 - over),
        to,
      };
    });
  });
}

/** The value a number of days ago, or the sum over a number of days; of a part of the members where a filter says so. */
type ValueAt = (measure: string, days: number, over?: number, only?: Filter) => number | null;

/** The number of a row in a column, from the values by measure and day. */
export function numberOf(
  { measure, only, otherwise, under, since, over, against }: RowNumber,
  valueAt: ValueAt,
): number | null {
  if (over !== undefined) return valueAt(measure, 0, over, only);
  // A substitute counts at both ends of a change, or at none. It is a value of all members: the condition is that of the
  // measure.
  const isOwn = otherwise === undefined || valueAt(measure, 0, 1, only) !== null;
  const at = (days: number) => (isOwn ? valueAt(measure, days, 1, only) : valueAt(otherwise, days));
  const value = at(0);
  if (value === null) return null;
  if (against !== undefined) return value / against - 1;
  if (under !== undefined) {
    const whole = valueAt(under, 0);
    // A share of nothing, or of less than nothing, means nothing.
    return whole === null || whole <= 0 ? null : value / whole;
  }
  if (since === undefined) return value;
  const before = at(since);
  return before === null || before <= 0 ? null : value / before - 1;
}

type KnownValue = { value: number | null; qualifier: PointQualifier | undefined };
type KnownValues = ReadonlyMap<string, KnownValue>;

/** The values of rows, from the answers to the requests of their numbers. */
export function valuesIn(
  numbers: RowNumbers,
  answers: ReadonlyArray<{ data: GetAggregateResponse | undefined }>,
): KnownValues {
  const requested = measuresOf(numbers);
  const values = new Map<string, KnownValue>();
  for (const [place, { data }] of answers.entries()) {
    // Each chunk of rows is requested with all measures, one after the other.
    const one = requested[place % requested.length];
    for (const group of data?.groups ?? []) {
      if (!one || group.key === null) continue;
      const qualifier = qualifierIn(group, one);
      values.set(`${key(one)} ${group.key}`, { value: sumOfKnown(group.values), qualifier });
    }
  }
  return values;
}

/** Reads the values of one row. */
export function readerOf(
  values: KnownValues,
  slug: string,
  qualifiers: Array<PointQualifier | undefined> = [],
): ValueAt {
  return (measure, days, over = 1, only) => {
    const known = values.get(`${key({ measure, days, over, ...(only && { only }) })} ${slug}`);
    if (!known || known.value === null) return null;
    if (days === 0) qualifiers.push(known.qualifier);
    return known.value;
  };
}

/** The inputs of a number of a row; a change or a share has several. */
function explainedNumber(
  { subject, by, filter, columns }: RowNumbers,
  row: { column: string; slug: string; name: string; day: string; sample: boolean },
  valueAt: ValueAt,
): NumberKey | null {
  const number = columns[row.column];
  if (!number || numberOf(number, valueAt) === null) return null;
  const { measure, only, otherwise, under, since, over, against } = number;
  const valueIn = (each: string, days: number) =>
    valueAt(each, days, 1, each === measure ? only : undefined);
  // A substitute value is that of all tokens.
  const whose = (each: string) => {
    const requested = every([filter, each === measure ? only : undefined]);
    return requested && { filter: requested };
  };
  if (over !== undefined) {
    const range = { from: addDays(row.day, 1 - over), to: row.day };
    const requested = {
      measure,
      subject_kind: subject,
      by,
      key: row.slug,
      mode: "cumulative" as const,
    };
    return explainedGroup({ ...requested, ...range, ...whose(measure) }, row.day, row.name);
  }
  const used = valueIn(measure, 0) === null && otherwise !== undefined ? otherwise : measure;
  const explainedAt = (each: string, days: number) => {
    const requested = { measure: each, subject_kind: subject, by, key: row.slug };
    const date = addDays(row.day, -days);
    return explainedGroup({ ...requested, ...whose(each) }, date, row.name);
  };
  const item = (name: string, each: string, days: number) => ({
    name,
    figure: formatAmountExact(valueIn(each, days)),
    number: explainedAt(each, days),
    sample: row.sample,
  });
  if (under !== undefined) {
    const items = [item("Part", used, 0), item("Whole", under, 0)];
    return { kind: "several", name: row.name, items, method: "The part divided by the whole." };
  }
  if (against !== undefined) {
    const items = [item(formatDay(row.day), used, 0)];
    const method = `Deviation from ${against}, as a share of it.`;
    return { kind: "several", name: row.name, items, method };
  }
  if (since === undefined) return explainedAt(used, 0);
  const items = [
    item(formatDay(row.day), used, 0),
    item(formatDay(addDays(row.day, -since)), used, since),
  ];
  const method = `The change from the value ${since} days before.`;
  return { kind: "several", name: row.name, items, method };
}

type RowNumbersProps = {
  numbers: RowNumbers | undefined;
  rows: ReadonlyArray<{ slug: string }> | undefined;
  children: ReactNode;
};

const noNumbers: RowNumbers = { subject: "asset", by: "asset", columns: {} };

/** Asks for the numbers of all rows at once and hands them to their cells. */
export function WithRowNumbers(props: RowNumbersProps) {
  const { numbers = noNumbers, rows, children } = props;
  const day = lastDay();
  // In one order, so that the same rows sorted otherwise are the same request.
  const slugs = useMemo(() => (rows ?? []).map(({ slug }) => slug).sort(), [rows]);
  const requests = numberRequests(numbers, slugs, day);
  const answers = useAggregates(requests);
  // A failed refresh leaves the values that are known.
  const failures = answers.filter(({ error, data }) => error !== null && !data);
  const others = failures.filter((answer) => !isRefused(answer));
  // One measure that cannot be had leaves the others.
  const failed = failures.length > 0 && failures.length === answers.length;
  const wanted = measuresOf(numbers);
  // Each chunk of rows is requested with all measures, one after the other.
  const missed = answers.flatMap((answer, place) => {
    const one = failures.includes(answer) ? wanted[place % wanted.length] : undefined;
    return one ? key(one) : [];
  });
  const isMissed = (one: MeasureRequest) => missed.includes(key(one));
  /** A column whose own measure was loaded: without that it is not known which rows need a substitute. */
  const columnOf = (column: string) => {
    const number = numbers.columns[column];
    const isUnknown =
      number && requestsOf(number).some((one) => one.measure === number.measure && isMissed(one));
    return isUnknown ? undefined : number;
  };
  const loading = !rows || answers.some(({ error, data }) => error === null && !data);
  const values = valuesIn(numbers, answers);
  const groups = answers.flatMap(({ data }) => data?.groups ?? []);
  const sampled = new Set(groups.flatMap((group) => (group.has_sample ? (group.key ?? []) : [])));
  const loaded: LoadedNumbers = {
    status: failed ? "failed" : loading ? "loading" : "ready",
    retry: others.length > 0 && !loading ? () => refetchFailed(...others) : null,
    plans: plansOfNumbers(answers),
    isComplete: answers.every(({ data }) => data),
    isMissing: (column) => {
      const number = numbers.columns[column];
      return number !== undefined && requestsOf(number).some(isMissed);
    },
    sample: answers.some(({ data }) => data?.total.has_sample ?? false),
    sampled,
    at: (column, slug) => {
      const number = columnOf(column);
      return number ? numberOf(number, readerOf(values, slug)) : null;
    },
    qualifier: (column, slug) => {
      const number = numbers.columns[column];
      const all: Array<PointQualifier | undefined> = [];
      if (number) numberOf(number, readerOf(values, slug, all));
      // A change is of the day of its end, and a share of an earlier day only if both of its parts are.
      return all.every(Boolean) ? (all[0] ?? null) : null;
    },
    explained: (column, slug, name) => {
      const row = { column, slug, name, day, sample: sampled.has(slug) };
      return columnOf(column) ? explainedNumber(numbers, row, readerOf(values, slug)) : null;
    },
  };
  return <Numbers value={loaded}>{children}</Numbers>;
}

/** The numbers of the surrounding rows; null in a table without numbers. */
export function useRowNumbers(): LoadedNumbers | null {
  return useContext(Numbers);
}

/** The facts of rows, which mark real records whose numbers include sample data. */
export function useMarkedFacts<Row>(facts: RowFacts<Row>): RowFacts<Row> {
  const sampled = useContext(Numbers)?.sampled;
  return useMemo(() => {
    if (!sampled || sampled.size === 0) return facts;
    const sample = (row: Row) => {
      const slug = fieldValue(row as object, "slug");
      const isReal = fieldValue(row as object, "is_sample") !== true;
      const hasSamples = isReal && typeof slug === "string" && sampled.has(slug);
      return hasSamples || (facts.sample?.(row) ?? false);
    };
    return { ...facts, sample };
  }, [facts, sampled]);
}

/** Whether numbers of the list are made of sample data: rows may be real all the same. */
export function useSampleNumbers(): boolean {
  return useContext(Numbers)?.sample ?? false;
}
