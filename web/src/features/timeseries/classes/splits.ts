import type { GetAggregateResponse, LatestValue, SeriesGroup } from "@/api/contract";
import { lastPlace, lastValue, ratioOf, shareOf } from "../market/windows";
import type { Names } from "../parts/names";

const month = 30;

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
  /** Whose values it adds up, where these are told. */
  of: ReadonlyArray<string>;
};

type Values = ReadonlyArray<number | null>;

function sumOf(groups: ReadonlyArray<SeriesGroup>): Values {
  const length = Math.max(0, ...groups.map(({ values }) => values.length));
  return Array.from({ length }, (_, place) => {
    const known = groups.flatMap(({ values }) => values[place] ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

function splitOf(key: string, name: string, groups: ReadonlyArray<SeriesGroup>, whole: Values) {
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
    change: ratioOf(value, before),
    sample: groups.some(({ has_sample: sample }) => sample),
    of: groups.flatMap(({ key }) => key ?? []),
  };
}

function byValue(one: Split, other: Split): number {
  return (other.value ?? -1) - (one.value ?? -1);
}

const unknown = "Not known";

/** A part that members have in common. */
export type Part = { key: string; name: string };

/** What stands for members of little value, which are not told apart. */
const others: Part = { key: "others", name: "Others" };

type PartOf = (member: string) => Part | null;

/** The groups of an answer by what their members have in common. */
function groupsBy(worths: GetAggregateResponse, partOf: PartOf) {
  const byPart = new Map<string, { part: Part; groups: SeriesGroup[] }>();
  for (const group of worths.groups) {
    const told = group.key === null ? null : partOf(group.key);
    const part = group.is_other ? others : (told ?? { key: "", name: unknown });
    const groups = byPart.get(part.key)?.groups ?? [];
    byPart.set(part.key, { part, groups: [...groups, group] });
  }
  return [...byPart.values()];
}

/** The groups of an answer put together by what their members have in common, the largest first. */
export function partsBy(worths: GetAggregateResponse, partOf: PartOf): ReadonlyArray<Split> {
  return groupsBy(worths, partOf)
    .map(({ part, groups }) => splitOf(part.key, part.name, groups, worths.total.values))
    .toSorted(byValue);
}

/** What a part was worth, interval by interval. */
export type Course = Part & { values: Values; of: ReadonlyArray<string>; isRest: boolean };

/** The same over time. */
export function coursesBy(worths: GetAggregateResponse, partOf: PartOf): ReadonlyArray<Course> {
  return groupsBy(worths, partOf).map(({ part, groups }) => ({
    ...part,
    values: sumOf(groups),
    of: groups.flatMap(({ key }) => key ?? []),
    isRest: part === others,
  }));
}

/** What stablecoins are worth by the currency that they hold to, the largest first. */
export function pegSplits(worths: GetAggregateResponse, names: Names): ReadonlyArray<Split> {
  return partsBy(worths, (coin) => {
    const peg = names.get(coin)?.peg;
    return peg ? { key: peg, name: peg } : null;
  });
}

/** In the order of their keys, those without one last. */
export function byKey(one: Part, other: Part): number {
  if (one.key === "" || other.key === "") return one.key === other.key ? 0 : one.key ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

/** The groups of an answer as parts of its whole, the largest first. */
export function groupSplits(worths: GetAggregateResponse, names: Names): ReadonlyArray<Split> {
  return worths.groups
    .map((group) => {
      const key = group.key ?? unknown;
      const name = group.key === null ? unknown : (names.get(key)?.name ?? key);
      return splitOf(key, group.is_other ? "Others" : name, [group], worths.total.values);
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

const gramsOfOunce = 31.103_476_8;
const grams: Readonly<Record<string, number>> = {
  gram: 1,
  kilogram: 1000,
  "troy ounce": gramsOfOunce,
};

/** How many troy ounces of what one token is: "0.01 gram of gold". */
export function ouncesOf(unit: string | null): { ounces: number; good: string } | null {
  const [, count, mass, good] = /^([\d.]+ )?([a-z ]+?) of (\w+)$/.exec(unit ?? "") ?? [];
  const weight = grams[mass ?? ""];
  if (weight === undefined || good === undefined) return null;
  return { ounces: (Number(count ?? 1) * weight) / gramsOfOunce, good };
}

export type Good = {
  key: string;
  name: string;
  symbol: string | null;
  sample: boolean;
  unit: string;
  good: string;
  /** How many of its tokens there are, and what they stand for. */
  units: number;
  ounces: number;
  value: number | null;
  /** The issuer's value of one token. */
  nav: number | null;
  /** What the issuer's value says of an ounce. */
  worth: number | null;
  premium: number | null;
};

type Product = {
  slug: string;
  name: string;
  symbol: string | null;
  unit: string | null;
  is_sample: boolean;
};

type GoodsOf = {
  products: ReadonlyArray<Product>;
  supplies: GetAggregateResponse;
  worths: GetAggregateResponse;
  premiums: GetAggregateResponse;
  navs: GetAggregateResponse;
};

/** How much there is of goods in the hands of holders of tokens, the most valuable first. */
export function goodsOf({ products, ...answers }: GoodsOf): ReadonlyArray<Good> {
  const supply = lastByKey(answers.supplies);
  const value = lastByKey(answers.worths);
  const premium = lastByKey(answers.premiums);
  const navs = lastByKey(answers.navs);
  return products
    .flatMap((product): Good[] => {
      const each = ouncesOf(product.unit);
      const units = supply.get(product.slug) ?? null;
      if (!each || units === null) return [];
      const ounces = units * each.ounces;
      const nav = navs.get(product.slug) ?? null;
      return [
        {
          key: product.slug,
          name: product.name,
          symbol: product.symbol,
          sample: product.is_sample,
          unit: product.unit ?? "",
          good: each.good,
          units,
          ounces,
          value: value.get(product.slug) ?? null,
          nav,
          worth: nav === null ? null : nav / each.ounces,
          premium: premium.get(product.slug) ?? null,
        },
      ];
    })
    .toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
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
};

/** How old the newest net asset values of funds are, the oldest first. */
export function navAges(
  latest: ReadonlyArray<LatestValue>,
  worths: GetAggregateResponse,
  names: Names,
): ReadonlyArray<NavAge> {
  const worth = lastByKey(worths);
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
        },
      ];
    })
    .toSorted((one, other) => other.days - one.days || (other.value ?? -1) - (one.value ?? -1));
}
