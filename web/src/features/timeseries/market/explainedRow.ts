import type { Filter, SeriesGroupBy, SeriesKey, SubjectKind } from "@/api/contract";
import type { Explained } from "@/api/explained";
import { explainedGroup } from "@/api/explainedGroup";
import { addDays, type Day, lastDay } from "@/lib/day";
import {
  formatAmountExact,
  formatMoneyExact,
  formatPercent,
  formatPointChange,
  formatPriceExact,
} from "@/lib/format";
import { slugs } from "./measures";

/** One of the groups of a table: what its numbers are about, and up to which day. */
type Group = {
  subject: SubjectKind;
  filter?: Filter | undefined;
  by: SeriesGroupBy;
  key: string;
  name: string;
  to: Day;
};

type Item = Extract<Explained, { kind: "several" }>["items"][number];

const money = (value: number | null) => (value === null ? "no value" : formatMoneyExact(value));

function groupOf({ subject, filter, by, key }: Group, measure: string) {
  return { measure, subject_kind: subject, by, key, ...(filter && { filter }) };
}

function explainedLevel(group: Group, measure: string): Explained {
  return explainedGroup(groupOf(group, measure), group.to, group.name);
}

/** The newest number of one asset. */
export function explainedAsset(key: string, name: string, measure: string): Explained {
  return explainedLevel({ subject: "asset", by: "asset", key, name, to: lastDay() }, measure);
}

/** How far the price of an asset stands from the dollar. */
export function explainedPeg(key: string, name: string, price: number, off: number): Explained {
  const number = explainedAsset(key, name, slugs.price);
  return {
    kind: "several",
    name: `${name}, off the peg`,
    items: [{ figure: formatPriceExact(price), number }],
    method: "The price less one dollar, as a part of a dollar.",
    figure: formatPercent(off, 4),
  };
}

/** What a fund earns above a bill. */
export function explainedOver(
  fund: { key: string; name: string; week: number },
  bill: { key: SeriesKey; paid: number },
): Explained {
  return {
    kind: "several",
    name: `${fund.name} over the 3-month bill`,
    items: [
      {
        figure: formatPercent(fund.week, 4),
        number: explainedAsset(fund.key, fund.name, slugs.weekYield),
      },
      { figure: formatPercent(bill.paid, 4), number: { kind: "series", key: bill.key } },
    ],
    method: "The first less the second.",
    figure: formatPointChange(fund.week - bill.paid, "pt"),
  };
}

type Flows = { minted: number | null; burned: number | null };

function flowItems(group: Group, days: number, { minted, burned }: Flows): [Item, Item] {
  const { to, name } = group;
  const item = (label: string, measure: string, value: number | null): Item => {
    const range = { mode: "cumulative" as const, from: addDays(to, 1 - days), to };
    const number = explainedGroup({ ...groupOf(group, measure), ...range }, to, name);
    return { name: `${label}, ${days} days`, figure: money(value), number };
  };
  return [item("Mints", slugs.minted, minted), item("Burns", slugs.burned, burned)];
}

/** What came less what went. */
export function explainedNet(group: Group, days: number, flows: Flows): Explained {
  const net = (flows.minted ?? 0) - (flows.burned ?? 0);
  return {
    kind: "several",
    name: `Net flow of ${group.name}`,
    items: flowItems(group, days, flows),
    method: "What was minted less what was burned, each at its value of the day.",
    figure: formatMoneyExact(net),
  };
}

type Row = Flows & { value: number | null; holders: number | null };

/** All that a row of the ranking is made of. */
export function explainedRank(group: Group, measure: string, row: Row): Explained {
  const holders = row.holders === null ? "no value" : formatAmountExact(row.holders);
  return {
    kind: "several",
    name: group.name,
    items: [
      { name: "Value", figure: money(row.value), number: explainedLevel(group, measure) },
      { name: "Holders", figure: holders, number: explainedLevel(group, slugs.holders) },
      ...flowItems(group, 30, row),
    ],
    method:
      "The share is the value divided by that of all in the table; changes compare it with the same of 7 or 30 days before; the net of 30 days is mints less burns.",
  };
}
