import type { GetAggregateResponse, LatestValue, SeriesGroup } from "@/api/contract";
import { sampleNoteOf } from "@/charts/data/timeData";
import { combinedQualifier, sumQualifier } from "@/charts/data/valueReason";
import { lastPlace, lastValue, relativeChange, shareOf } from "@/charts/explanation/windows";
import type { Names } from "@/charts/measures/names";
import { month } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import { notDisclosed } from "@/lib/format/notDisclosed";
import type { PointQualifier } from "@/lib/format/qualifiers";
import { type Marks, markAt, newestMarks } from "../rankings/rowQualifiers";

/** A part of what a class is worth. */
export type Split = {
  key: string;
  name: string;
  members: number;
  value: number | null;
  /** The value 30 days before. */
  before: number | null;
  share: number | null;
  change: number | null;
  sample: boolean;
  /** Whether the whole includes sample data, of which it is a share. */
  wholeSample: boolean;
  /** The day of its value, and what that lacks. */
  qualifier?: PointQualifier | undefined;
  /** The members whose values it adds up, where they are known. */
  of: ReadonlyArray<string>;
};

type Values = ReadonlyArray<number | null>;

function sumOf(groups: ReadonlyArray<SeriesGroup>): Values {
  const length = Math.max(0, ...groups.map(({ values }) => values.length));
  return Array.from({ length }, (_, place) =>
    sumOfKnown(groups.map(({ values }) => values[place])),
  );
}

function splitOf(
  key: string,
  name: string,
  groups: ReadonlyArray<SeriesGroup>,
  { dates, total }: GetAggregateResponse,
) {
  const whole = total.values;
  const values = sumOf(groups);
  // On the days of the whole: who has no value then is in no sum of then, however well known before.
  const last = lastPlace(whole);
  const [value, before] = [values[last] ?? null, values[last - month] ?? null];
  return {
    key,
    name,
    members: groups.reduce((count, group) => count + group.member_count, 0),
    value,
    before,
    share: shareOf(value, lastValue(whole)),
    change: relativeChange(value, before),
    sample: groups.some(({ has_sample: sample }) => sample),
    wholeSample: total.has_sample,
    qualifier: markAt(sumQualifier(groups, last, dates[last] ?? ""), dates, last),
    of: groups.flatMap(({ key }) => key ?? []),
  };
}

type SplitValues = Pick<Split, "members" | "value" | "before" | "qualifier">;

/** All parts of a class in one. */
export function sumOfParts(parts: ReadonlyArray<SplitValues>) {
  const value = sumOfKnown(parts.map((part) => part.value));
  const before = sumOfKnown(parts.map((part) => part.before));
  return {
    name: "All",
    members: parts.reduce((count, part) => count + part.members, 0),
    value,
    before,
    share: value === null ? null : 1,
    change: relativeChange(value, before),
    qualifier: combinedQualifier(
      parts.filter((part) => part.value !== null).map((part) => part.qualifier ?? {}),
    ),
  };
}

function byValue(one: Split, other: Split): number {
  return (other.value ?? -1) - (one.value ?? -1);
}

/** A part that members have in common. */
export type SplitGroup = { key: string; name: string };

/** Stands for members of little value, which have no group of their own. */
const others: SplitGroup = { key: "others", name: "Others" };

type GroupOf = (member: string) => SplitGroup | null;

/** The groups of an answer by what their members have in common. */
function groupsBy(worths: GetAggregateResponse, partOf: GroupOf) {
  const byGroup = new Map<string, { part: SplitGroup; groups: SeriesGroup[] }>();
  for (const group of worths.groups) {
    const own = group.key === null ? null : partOf(group.key);
    const part = group.is_other ? others : (own ?? { key: "", name: notDisclosed });
    const groups = byGroup.get(part.key)?.groups ?? [];
    byGroup.set(part.key, { part, groups: [...groups, group] });
  }
  return [...byGroup.values()];
}

/** The groups of an answer put together by what their members have in common, the largest first. */
export function splitsBy(worths: GetAggregateResponse, partOf: GroupOf): ReadonlyArray<Split> {
  return groupsBy(worths, partOf)
    .map(({ part, groups }) => splitOf(part.key, part.name, groups, worths))
    .toSorted(byValue);
}

/** The value of a group, interval by interval. */
export type Course = SplitGroup &
  Pick<Split, "sample" | "of"> & { values: Values; sampleNote?: string; isRest: boolean };

/** Whether the sum of groups includes sample data, and how much. */
function sampleOf(groups: ReadonlyArray<SeriesGroup>) {
  const sum = (of: "member_count" | "sample_count") =>
    groups.reduce((count, group) => count + group[of], 0);
  return {
    sample: groups.some(({ has_sample: sample }) => sample),
    ...sampleNoteOf({ member_count: sum("member_count"), sample_count: sum("sample_count") }),
  };
}

/** The parts of an answer over time. */
export function coursesBy(worths: GetAggregateResponse, partOf: GroupOf): ReadonlyArray<Course> {
  return groupsBy(worths, partOf).map(({ part, groups }) => ({
    ...part,
    values: sumOf(groups),
    ...sampleOf(groups),
    of: groups.flatMap(({ key }) => key ?? []),
    isRest: part === others,
  }));
}

/** The value of stablecoins by peg currency, the largest first. */
export function pegSplits(worths: GetAggregateResponse, names: Names): ReadonlyArray<Split> {
  return splitsBy(worths, (coin) => {
    const peg = names.get(coin)?.peg;
    return peg ? { key: peg, name: peg } : null;
  });
}

/** In the order of their keys, those without one last. */
export function byKey(one: SplitGroup, other: SplitGroup): number {
  if (one.key === "" || other.key === "") return one.key === other.key ? 0 : one.key ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

/** The groups of an answer as parts of its whole, the largest first. */
export function groupSplits(worths: GetAggregateResponse, names: Names): ReadonlyArray<Split> {
  return worths.groups
    .map((group) => {
      const key = group.key ?? (group.is_other ? others.key : notDisclosed);
      const name = group.key === null ? notDisclosed : (names.get(key)?.name ?? key);
      return splitOf(key, group.is_other ? "Others" : name, [group], worths);
    })
    .toSorted(byValue);
}

/** The last value of each group. */
export function lastByKey(
  answer: GetAggregateResponse | undefined,
): ReadonlyMap<string, number | null> {
  return new Map(
    answer?.groups.flatMap(({ key, values }) => (key === null ? [] : [[key, lastValue(values)]])),
  );
}

export type NavAge = {
  key: string;
  name: string;
  symbol: string | null;
  sample: boolean;
  value: number | null;
  nav: number | null;
  date: string | null;
  days: number;
  stale: boolean;
  marks: Marks<"value" | "nav">;
};

/** How old the newest net asset values of funds are, the oldest first. */
export function navAges(
  latest: ReadonlyArray<LatestValue>,
  worths: GetAggregateResponse,
  names: Names,
): ReadonlyArray<NavAge> {
  const [worth, worthMarks] = [lastByKey(worths), newestMarks(worths)];
  return latest
    .flatMap((nav): NavAge[] => {
      if (nav.age_days === null) return [];
      const { subject_slug: key } = nav;
      return [
        {
          key,
          name: names.get(key)?.name ?? nav.subject_name,
          symbol: names.get(key)?.symbol ?? null,
          sample: nav.is_sample,
          value: worth.get(key) ?? null,
          nav: nav.value,
          date: nav.date,
          days: nav.age_days,
          stale: nav.is_stale,
          marks: { value: worthMarks.get(key), nav },
        },
      ];
    })
    .toSorted((one, other) => other.days - one.days || (other.value ?? -1) - (one.value ?? -1));
}
