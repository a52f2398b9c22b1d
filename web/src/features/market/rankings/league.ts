import type { Filter, GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { mostChartGroups } from "@/api/contract";
import { sumQualifiers } from "@/charts/data/valueReason";
import { lastPlace, lastValue, relativeChange, shareOf } from "@/charts/explanation/windows";
import type { EntityName, Names } from "@/charts/measures/names";
import {
  type AggregateQuery,
  type Bucket,
  every,
  ofBucket,
  ofGroup,
  requestOf,
} from "@/charts/queries/aggregateQuery";
import type { Market, View } from "@/charts/queries/market";
import { slugs } from "@/charts/queries/measures";
import { addDays, type Day, month, week } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { qualifierOf } from "@/lib/format/qualifiers";
import { mostLeagueRows } from "@/lists/table/leagueRows";
import { type Marks, markAt, newestMark } from "./rowQualifiers";

/** In a file that has not everyone a line of its own. */
export function filedText(count: number): string {
  return count > mostChartGroups
    ? ` The ${mostChartGroups} largest of ${count}; the others are combined in one row.`
    : "";
}

/** How many of a ranking have a row, and how many a line of its file; nothing where all have both. */
export function reachText(count: number, name: string): string {
  if (count <= mostLeagueRows) return "";
  const filed = count > mostChartGroups ? `the ${mostChartGroups} largest` : "all of them";
  return ` The ${mostLeagueRows} largest of ${count} ${name} have a row; the file has ${filed}.`;
}

/** One of what is ranked. */
export type LeagueEntry = {
  key: string | null;
  id: string;
  name: string;
  known: EntityName | undefined;
  members: number;
  value: number | null;
  /** The value 7 and 30 days before. */
  before7: number | null;
  before30: number | null;
  change7: number | null;
  change30: number | null;
  /** The total value, now and 30 days before. */
  whole: number | null;
  totalBefore: number | null;
  share: number | null;
  shareChange: number | null;
  holders: number | null;
  minted: number | null;
  burned: number | null;
  netFlow: number | null;
  /** Whether any of its figures includes sample data. */
  sample: boolean;
  /** Whether the total value does, of which it is a share. */
  wholeSample: boolean;
  marks: Marks<"value" | "holders" | "net_flow" | "minted" | "burned">;
};

/** The name of the group without a key. */
function unkeyed({ is_other: isOther }: Group, others: number, without: string): string {
  return isOther ? `Others (${others})` : without;
}

type RankingScope = { view: View; bucket: Bucket };

/** The members that a ranking counts. */
export function leagueFilter(market: Market, { view, bucket }: RankingScope): Filter | undefined {
  return every([view.subject === "token" ? ofBucket(bucket) : undefined, ofGroup(market.group)]);
}

/** Value and its past, holders, net flow, mints and burns, each by the same groups. */
export function leagueRequests(market: Market, { view, bucket }: RankingScope, to: Day) {
  const filter = leagueFilter(market, { view, bucket });
  const query = (measure: string): AggregateQuery => ({
    measure,
    subject: view.subject,
    ...(filter && { filter }),
  });
  const by = { by: view.by, limit: mostChartGroups };
  const since = { from: addDays(to, -month), to };
  const flows = { from: addDays(to, 1 - month), to, mode: "cumulative" } as const;
  return [
    requestOf(query(market.league.measure), since, by),
    requestOf(query(slugs.holders), { from: to, to }, by),
    requestOf(query(slugs.monthNetFlow), { from: to, to }, by),
    requestOf(query(slugs.minted), flows, by),
    requestOf(query(slugs.burned), flows, by),
  ];
}

/** The fields of a group that a ranking reads; its other fields do not concern it. */
type Group = Pick<
  SeriesGroup,
  "key" | "is_other" | "member_count" | "values" | "qualifiers" | "has_sample"
>;
type GroupAnswer = Pick<GetAggregateResponse, "dates" | "group_count"> & {
  groups: ReadonlyArray<Group>;
  total: Group;
};
type Answers = ReadonlyArray<GroupAnswer | undefined>;

function idOf({ key, is_other: isOther }: Group): string {
  return key ?? (isOther ? "other" : "unknown");
}

function byId(answer: GroupAnswer | undefined): ReadonlyMap<string, Group> {
  return new Map(answer?.groups.map((group) => [idOf(group), group]));
}

/** Several groups as one. */
function together(groups: ReadonlyArray<Group>, dates: ReadonlyArray<Day>): Group {
  const values = dates.map((_, place) => sumOfKnown(groups.map((group) => group.values[place])));
  return {
    key: null,
    is_other: true,
    member_count: groups.reduce((sum, group) => sum + group.member_count, 0),
    values,
    qualifiers: sumQualifiers(groups, dates),
    has_sample: groups.some(({ has_sample: sample }) => sample),
  };
}

/** The answers with one group for all but a number of the largest. */
function foldedOf(answers: Answers, own: number): Answers {
  const [values] = answers;
  const keyed = (values?.groups ?? []).filter(({ key }) => key !== null);
  const apart = new Set(keyed.slice(0, own).map(idOf)).add("unknown");
  return answers.map((answer) => {
    const rest = answer?.groups.filter((group) => !apart.has(idOf(group))) ?? [];
    if (!answer || rest.length === 0) return answer;
    const kept = answer.groups.filter((group) => apart.has(idOf(group)));
    return { ...answer, groups: [...kept, together(rest, answer.dates)] };
  });
}

function figuresOf(
  group: Group,
  whole: ReadonlyArray<number | null>,
  answers: Answers,
  groupOf: (answer: GroupAnswer | undefined) => Group | undefined,
) {
  const [own, ...others] = answers;
  const { values } = group;
  const found = others.map(groupOf);
  const sums = found.map((each) => lastValue(each?.values ?? []));
  const [holders = null, netFlow = null, minted = null, burned = null] = sums;
  const marks = found.map((each, place) => newestMark(others[place], each));
  const [holdersMark, netFlowMark, mintedMark, burnedMark] = marks;
  // On the days of the whole: who has no value then is in no sum of then, however well known before.
  const last = lastPlace(whole);
  const daysAgo = (days: number) => values[last - days] ?? null;
  const [value, before7, before30] = [daysAgo(0), daysAgo(week), daysAgo(month)];
  const totalBefore = whole[last - month] ?? null;
  const dates = own?.dates ?? [];
  const valueMark = markAt(qualifierOf(group.qualifiers, dates[last] ?? ""), dates, last);
  const share = shareOf(value, lastValue(whole));
  const before = shareOf(before30, totalBefore);
  return {
    members: group.member_count,
    value,
    before7,
    before30,
    change7: relativeChange(value, before7),
    change30: relativeChange(value, before30),
    whole: lastValue(whole),
    totalBefore,
    share,
    shareChange: share === null || before === null ? null : share - before,
    holders,
    minted,
    burned,
    netFlow,
    sample: [group, ...found].some((each) => each?.has_sample),
    wholeSample: own?.total.has_sample ?? false,
    marks: {
      value: value === null ? undefined : valueMark,
      holders: holdersMark,
      net_flow: netFlowMark,
      minted: mintedMark,
      burned: burnedMark,
    },
  };
}

type RankedOptions = {
  /** The name of the members without a group. */
  without?: string;
  /** How many have a row of their own. */
  own?: number;
};

/** The ranking, the largest first; under it what has no row or no name of its own, so that the rows make the whole. */
export function rankedOf(answers: Answers, names: Names, options: RankedOptions = {}) {
  const { without = notDisclosed, own = mostLeagueRows } = options;
  const folded = foldedOf(answers, own);
  const [values] = folded;
  const whole = values?.total.values ?? [];
  const groups = values?.groups ?? [];
  const others = (values?.group_count ?? 0) - groups.filter((group) => !group.is_other).length;
  const rows = groups.map((group): LeagueEntry => {
    const known = group.key === null ? undefined : names.get(group.key);
    return {
      key: group.key,
      id: idOf(group),
      name: group.key === null ? unkeyed(group, others, without) : (known?.name ?? group.key),
      known,
      ...figuresOf(group, whole, folded, (answer) => byId(answer).get(idOf(group))),
    };
  });
  const unkeyedRows = rows.filter(({ key }) => key === null);
  return {
    rows: rows.filter(({ key }) => key !== null),
    rest: unkeyedRows.toSorted((one, other) => one.id.localeCompare(other.id)),
  };
}

/** The lines of a file, which has every group of the response. */
export function fileRows(
  answers: Answers,
  names: Names,
  without: string,
): ReadonlyArray<LeagueEntry> {
  const { rows, rest } = rankedOf(answers, names, { without, own: mostChartGroups });
  return [...rows, ...rest];
}

/** All of them together. */
export function totalOf(
  answers: Answers,
): Omit<LeagueEntry, "key" | "id" | "name" | "known"> | null {
  const total = answers[0]?.total;
  if (!total || total.member_count === 0) return null;
  const figures = figuresOf(total, total.values, answers, (answer) => answer?.total);
  return { ...figures, shareChange: null };
}
