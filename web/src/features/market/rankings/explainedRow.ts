import type {
  Filter,
  GetAggregateRequest,
  SeriesGroupBy,
  SeriesKey,
  SubjectKind,
} from "@/api/contract";
import { explainedGroup } from "@/app-state/explainedGroup";
import type { NumberKey } from "@/app-state/numberExplanation";
import { netFlowOver, slugs } from "@/charts/queries/measures";
import { addDays, type Day, lastDay } from "@/lib/dates/day";
import {
  formatAmountExact,
  formatDay,
  formatMoneyExact,
  formatPercent,
  formatPointChange,
  formatPriceExact,
} from "@/lib/format";

/** One of the groups of a table: what its numbers are about, and up to which day. */
export type Group = {
  subject: SubjectKind;
  filter?: Filter | undefined;
  by: SeriesGroupBy;
  /** Null are all groups together. */
  key: string | null;
  name: string;
  to: Day;
};

type Item = Extract<NumberKey, { kind: "several" }>["items"][number];

const money = (value: number | null) => (value === null ? "no value" : formatMoneyExact(value));

type Range = Pick<GetAggregateRequest, "mode" | "from" | "to">;

function explainedOne(group: Group, measure: string, date: Day, range: Range = {}): NumberKey {
  const { subject, filter, by, key, name } = group;
  const query = { measure, subject_kind: subject, ...(filter && { filter }), ...range };
  if (key !== null) return explainedGroup({ ...query, by, key }, date, name);
  const parts = subject === "token" ? { parts: { group_by: "asset" as const } } : {};
  return { kind: "aggregate", of: query, date, name, ...parts };
}

/** The value of a group, or another measure of it; as of a number of days ago where it says so. */
export function explainedLevel(group: Group, measure: string, ago = 0): NumberKey {
  return explainedOne(group, measure, addDays(group.to, -ago));
}

/** The number of one asset on a day, or its newest one. */
export function explainedAsset(
  key: string,
  name: string,
  measure: string,
  to: Day = lastDay(),
): NumberKey {
  return explainedLevel({ subject: "asset", by: "asset", key, name, to }, measure);
}

/** The management fee of a fund. */
export function explainedFee(slug: string, name: string): NumberKey {
  const field = "management_fee_bps";
  return { kind: "fact", name: `Management fee of ${name}`, of: "assets", slug, field };
}

type OffPeg = { key: string; name: string; price: number; off: number; sample: boolean };

const offMethod = "The price minus one dollar, divided by one dollar.";

/** The explanation of the deviation of a price from the dollar. */
export function explainedPeg({ key, name, price, off, sample }: OffPeg): NumberKey {
  const number = explainedAsset(key, name, slugs.price);
  return {
    kind: "several",
    name: `${name}, peg deviation`,
    items: [{ figure: formatPriceExact(price), number, sample }],
    method: offMethod,
    figure: formatPercent(off, 4),
  };
}

/** The day on which it stood farthest from the dollar. */
export function explainedFarthest({
  key,
  name,
  farthest,
  farthestOn,
  sample,
}: Farthest): NumberKey {
  const series = { subject_kind: "asset" as const, subject_slug: key, measure: slugs.price };
  const number = { kind: "series" as const, key: series, date: farthestOn };
  return {
    kind: "several",
    name: `${name}, largest peg deviation`,
    items: [
      { name: formatDay(farthestOn), figure: formatPriceExact(1 + farthest), number, sample },
    ],
    method: `${offMethod} This day has the largest deviation of the last 30 days.`,
    figure: formatPercent(farthest, 4),
  };
}

type Farthest = { key: string; name: string; farthest: number; farthestOn: Day; sample: boolean };

/** The yield of a fund above a bill, of a day or the newest of both. */
export function explainedOver(
  fund: { key: string; name: string; week: number; sample: boolean },
  bill: { key: SeriesKey; paid: number; sample: boolean },
  on: Day | null,
): NumberKey {
  return {
    kind: "several",
    name: `${fund.name} over the 3-month bill`,
    items: [
      {
        figure: formatPercent(fund.week, 4),
        number: explainedAsset(fund.key, fund.name, slugs.weekYield, on ?? undefined),
        sample: fund.sample,
      },
      {
        figure: formatPercent(bill.paid, 4),
        number: { kind: "series", key: bill.key, ...(on && { date: on }) },
        sample: bill.sample,
      },
    ],
    method: "The first input minus the second.",
    figure: formatPointChange(fund.week - bill.paid, "rate"),
  };
}

/** The sum of the values of some days. */
function explainedSum(group: Group, measure: string, days: number): NumberKey {
  const { to } = group;
  return explainedOne(group, measure, to, { mode: "cumulative", from: addDays(to, 1 - days), to });
}

type Flows = { minted: number | null; burned: number | null; sample: boolean };

function flowItems(group: Group, days: number, { minted, burned, sample }: Flows): [Item, Item] {
  const item = (label: string, measure: string, value: number | null): Item => ({
    name: `${label}, ${days} days`,
    figure: money(value),
    number: explainedSum(group, measure, days),
    sample,
  });
  return [item("Mints", slugs.minted, minted), item("Burns", slugs.burned, burned)];
}

/** The net flow of a group over 7 or 30 days. */
export function explainedNet(group: Group, days: number): NumberKey {
  return explainedLevel(group, netFlowOver(days));
}

/** How many of a group had anything minted or burned. */
export function explainedMovers(group: Group, count: number, sample: boolean): NumberKey {
  const items = flowItems(group, 30, { minted: null, burned: null, sample });
  return {
    kind: "several",
    name: `Number of ${group.name}`,
    items: items.map((item) => ({ ...item, figure: "" })),
    method:
      "Each member that is an input of a sum is counted; of the two sums, the one with more members is used.",
    figure: formatAmountExact(count),
  };
}

type Row = Flows & { value: number | null; holders: number | null };

const rankMethod =
  "The share is the value divided by the total of the table; changes compare it with the value 7 or 30 days before; the 30-day net flow is mints minus burns, without inputs of which only one of the two is reported on one of the days.";

/** All that a row of the ranking is made of. */
export function explainedRank(
  group: Group,
  measure: string,
  row: Row,
  method = rankMethod,
): NumberKey {
  const holders = row.holders === null ? "no value" : formatAmountExact(row.holders);
  const { sample } = row;
  return {
    kind: "several",
    name: group.name,
    items: [
      { name: "Value", figure: money(row.value), number: explainedLevel(group, measure), sample },
      { name: "Holders", figure: holders, number: explainedLevel(group, slugs.holders), sample },
      ...flowItems(group, 30, row),
    ],
    method,
  };
}
