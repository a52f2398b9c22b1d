import type { GetAggregateResponse } from "@/api/contract";
import { lastValue } from "@/charts/explanation/windows";
import type { Names } from "@/charts/measures/names";
import { qualifierOf } from "@/lib/format/qualifiers";
import { type Marks, newestMark, newestMarks } from "./rowQualifiers";

export type FundYield = {
  key: string;
  name: string;
  classSlug: string | null;
  symbol: string | null;
  value: number | null;
  /** Simple, a year, from the growth of the net asset value. */
  week: number | null;
  month: number | null;
  fee: number | null;
  sample: boolean;
  marks: Marks<"value" | "week" | "month">;
};

/** The newest number of each group. */
export function newestValues({
  groups,
}: GetAggregateResponse): ReadonlyMap<string | null, number | null> {
  return new Map(groups.map(({ key, values }) => [key, lastValue(values)]));
}

/** The yields of funds, the largest first. */
export function fundYields(
  weeks: GetAggregateResponse,
  months: GetAggregateResponse,
  worths: GetAggregateResponse,
  names: Names,
): ReadonlyArray<FundYield> {
  const worthOf = newestValues(worths);
  const monthOf = newestValues(months);
  const [worthMarks, monthMarks] = [newestMarks(worths), newestMarks(months)];
  return weeks.groups
    .flatMap((group): FundYield[] => {
      const { key, values, has_sample: sample } = group;
      if (key === null) return [];
      const known = names.get(key);
      return [
        {
          key,
          name: known?.name ?? key,
          classSlug: known?.classSlug ?? null,
          symbol: known?.symbol ?? null,
          value: worthOf.get(key) ?? null,
          week: lastValue(values),
          month: monthOf.get(key) ?? null,
          fee: known && known.feePoints !== null ? known.feePoints / 10_000 : null,
          sample,
          marks: {
            value: worthMarks.get(key),
            week: newestMark(weeks, group),
            month: monthMarks.get(key),
          },
        },
      ];
    })
    .toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
}

export type Peg = {
  key: string;
  name: string;
  symbol: string | null;
  value: number | null;
  price: number;
  /** As a fraction of the dollar that it is held to. */
  off: number;
  /** The largest deviation in the requested days, and its day. */
  farthest: number;
  farthestOn: string;
  sample: boolean;
  marks: Marks<"value" | "price" | "farthest">;
};

/** How many stablecoins are pegged to the dollar, and how many of them have a price. */
export function pegReach(
  keys: ReadonlyArray<string>,
  names: Names,
  pegs: ReadonlyArray<Peg>,
): string {
  if (keys.length === 0 || names.size === 0) return "";
  const held = keys.filter((key) => names.get(key)?.peg === "USD").length;
  const priced = held === pegs.length ? "each with a price" : `${pegs.length} with a price`;
  return ` ${held} of ${keys.length} stablecoins are pegged to the dollar${held > 0 ? `; ${priced}` : ""}.`;
}

/** The deviations of stablecoins from the dollar to which they are pegged, the largest coins first. */
export function dollarPegs(
  prices: GetAggregateResponse,
  worths: GetAggregateResponse,
  names: Names,
): ReadonlyArray<Peg> {
  const worthOf = new Map(worths.groups.map(({ key, values }) => [key, lastValue(values)]));
  const worthMarks = newestMarks(worths);
  return prices.groups
    .flatMap((group): Peg[] => {
      const { key, values, has_sample: sample } = group;
      // A price of days ago that stands no more says nothing of how far off a coin is.
      const price = values.at(-1) ?? null;
      const known = key === null ? undefined : names.get(key);
      if (key === null || price === null || known?.peg !== "USD") return [];
      const offs = values.map((value) => (value === null ? -1 : Math.abs(value - 1)));
      const place = offs.indexOf(Math.max(...offs));
      const farthestOn = prices.dates[place] ?? "";
      return [
        {
          key,
          name: known.name,
          symbol: known.symbol,
          value: worthOf.get(key) ?? null,
          price,
          off: price - 1,
          farthest: (values[place] ?? 1) - 1,
          farthestOn,
          sample,
          marks: {
            value: worthMarks.get(key),
            price: newestMark(prices, group),
            farthest: qualifierOf(group.qualifiers, farthestOn),
          },
        },
      ];
    })
    .toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
}
