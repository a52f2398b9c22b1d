import { describe, expect, it } from "vitest";
import type { SeriesLine } from "@/api/contract";
import { addDays, type Day } from "@/lib/dates/day";
import { line, load } from "@/testing/timeseriesFixtures";
import type { Currency } from "../currencies";
import { originOf } from "../data/originOf";
import { measureOf } from "../measures/measures";
import type { TimeData, Value } from "../types";
import { conversionOf, convertChart, ratesOf } from "./conversion";
import type { ShownChart } from "./shownChart";

const start = "2026-10-01";

/** A number between 0 and 1 from a seed, the same at every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function quotes(code: string, values: readonly Value[]): SeriesLine {
  const slug = `ecb-eur-${code}`;
  return line({
    subject_kind: "benchmark",
    subject_slug: slug,
    measure_slug: "units_per_euro",
    unit: "per_euro",
    values: [...values],
  });
}

function answerOf(lines: readonly SeriesLine[]) {
  const dates = (lines[0]?.values ?? []).map((_, place) => addDays(start, place));
  return { interval: "day" as const, dates, to: dates.at(-1) ?? "", lines: [...lines] };
}

function dataOf(values: readonly Value[]): TimeData {
  return {
    days: values.map((_, place) => addDays(start, place)),
    series: [{ id: "fund", name: "Fund", sample: false, values }],
  };
}

/** The last quote of a day or before it, looked for day by day. */
function naiveQuote(values: readonly Value[], place: number): { value: number; day: Day } | null {
  for (let at = place; at >= 0; at -= 1) {
    const value = values[at] ?? null;
    if (value !== null) return { value, day: addDays(start, at) };
  }
  return null;
}

describe("amounts in another currency", () => {
  it("are those of a conversion day by day, at the last quotes known then", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = random(seed);
      const some = (most: number, missing: number) =>
        Array.from({ length: 40 }, () => (next() < missing ? null : 0.1 + next() * most));
      const [dollars, yen] = [some(2, 0.4), some(200, 0.4)];
      const amounts = some(1e9, 0.2);
      for (const currency of ["eur", "jpy"] as const satisfies readonly Currency[]) {
        const lines = [quotes("usd", dollars), quotes("jpy", yen)];
        const made = conversionOf(dataOf(amounts), answerOf(lines), {
          currency,
          isMoney: () => true,
        });
        amounts.forEach((amount, place) => {
          const dollar = naiveQuote(dollars, place);
          const other =
            currency === "eur" ? { value: 1, day: dollar?.day ?? "" } : naiveQuote(yen, place);
          const value = made.data.series[0]?.values[place] ?? null;
          if (amount === null || !dollar || !other) {
            expect(value).toBeNull();
            return;
          }
          const day = addDays(start, place);
          expect((value ?? 0) / ((amount / dollar.value) * other.value)).toBeCloseTo(1, 12);
          const [older = ""] = [dollar.day, other.day].toSorted();
          expect(made.data.dayNotes?.has(day)).toBe(older < day);
          expect(made.data.series[0]?.rateDates?.get(day)).toBe(older);
        });
      }
    }
  });

  it("say which day their rate is of, where the service carries it", () => {
    const carried = {
      from: "2026-10-03",
      to: "2026-10-04",
      value_date: "2026-10-02",
      is_carried: true,
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    const dollars = { ...quotes("usd", [1.25, 1.25, 1.25, 1.25]), qualifiers: [carried] };
    const rates = ratesOf(answerOf([dollars]), "eur");
    expect([...rates.values()].map(({ value, day }) => [value, day])).toEqual([
      [0.8, "2026-10-01"],
      [0.8, "2026-10-02"],
      [0.8, "2026-10-02"],
      [0.8, "2026-10-02"],
    ]);
  });

  it("mark what follows the newest rate by more than a few days", () => {
    const values = Array.from({ length: 20 }, (_, place) => (place < 10 ? 1.25 : null));
    const data = dataOf(values.map(() => 100));
    const isMoney = () => true;
    const made = conversionOf(data, answerOf([quotes("usd", values)]), {
      currency: "eur",
      isMoney,
    });
    expect(made.data.provisional).toEqual({
      from: "2026-10-11",
      sentence: "No exchange rate after 10 Oct 2026: later values use the rate of that day.",
    });
    const [short] = [values.slice(0, 14)];
    const recent = conversionOf(dataOf(short.map(() => 100)), answerOf([quotes("usd", short)]), {
      currency: "eur",
      isMoney,
    });
    expect(recent.data.provisional).toBeUndefined();
    expect(recent.data.dayNotes?.get("2026-10-14")).toBe("rate of 10 Oct 2026");
  });

  it("mark no month that ends on the weekend after the newest rate", () => {
    const dates = ["2026-09-01", "2026-10-01", "2026-11-01"];
    const quote = quotes("usd", [1.25, 1.25, 1.25]);
    const carried = (from: string, valueDate: string) => ({
      ...{ from, to: from, value_date: valueDate, is_carried: true, is_partial: false },
      ...{ is_average: false, spans_gap: false, lacks_days: false },
    });
    const provisionalAfter = (newest: string) => {
      const qualifiers = dates.slice(1).map((date) => carried(date, newest));
      const lines = [{ ...quote, qualifiers }];
      const answer = { interval: "month" as const, dates, to: "2026-11-28", lines };
      const fund = { id: "fund", name: "Fund", sample: false, values: [1, 2, 3] };
      const data = { days: dates, series: [fund] };
      return conversionOf(data, answer, { currency: "eur", isMoney: () => true }).data.provisional;
    };
    // A Friday, and one a week before.
    expect(provisionalAfter("2026-10-30")?.from).toBe("2026-11-01");
    expect(provisionalAfter("2026-10-23")?.from).toBe("2026-10-01");
  });

  it("leave series of other units, and convert what was published first", () => {
    const data: TimeData = {
      ...dataOf([100, 200]),
      published: [{ seriesId: "fund", from: "2026-10-02", values: [150] }],
    };
    const series = [
      ...data.series,
      { id: "rate", name: "Rate", sample: false, values: [0.04, 0.05] },
    ];
    const made = conversionOf({ ...data, series }, answerOf([quotes("usd", [1.25, 1.6])]), {
      currency: "eur",
      isMoney: (id) => id === "fund",
    });
    expect(made.data.series.map(({ values }) => values)).toEqual([
      [80, 125],
      [0.04, 0.05],
    ]);
    expect(made.data.published?.[0]?.values).toEqual([93.75]);
    const [fund, rate] = made.data.series;
    expect([...(fund?.rateDates?.values() ?? [])]).toEqual(["2026-10-01", "2026-10-02"]);
    expect(rate?.rateDates).toBeUndefined();
  });
});

describe("a chart in another currency", () => {
  const chart: ShownChart = {
    data: dataOf([100, 200]),
    unit: { kind: "money", per: 1, decimals: 4 },
    unitLine: "US$, end of day UTC",
    state: { status: "ready" },
    sample: true,
    freshness: null,
    coverage: "Coverage 100% of 2 series.",
    footnotes: ["First."],
    origin: async () => ({ sources: ["Issuer"], licence: "CC0" }),
    unitOf: () => ({ unit: "usd", measure: "net_asset_value_dollar" }),
    numberOf: (_, date) => ({
      kind: "series",
      key: { subject_kind: "asset", subject_slug: "fund", measure: "net_asset_value_dollar" },
      date,
    }),
  };
  const shown = (lines: readonly SeriesLine[], currency: Currency) => {
    const isMoney = () => true;
    const conversion = conversionOf(chart.data, answerOf(lines), { currency, isMoney });
    const loads = [
      load({
        source: "ECB file",
        licence: "Reuse",
        attribution: "European Central Bank",
        is_redistributable: false,
      }),
    ];
    return convertChart(chart, conversion, {
      loads,
      origin: async () => originOf({ loads, methods: [] }),
    });
  };

  it("names the currency, the rates and where they come from, and is as restricted as they are", async () => {
    const { unit, unitLine, footnotes, origin, unitOf } = shown(
      [quotes("usd", [1.25, 1.6])],
      "eur",
    );
    expect(unit).toEqual({ kind: "money", per: 1, decimals: 4, code: "EUR", symbol: "€" });
    expect(unitLine).toBe("EUR, end of day UTC");
    expect(footnotes).toEqual([
      "First.",
      "Converted from US$ at the reference rate of each day, or the last one before. Exchange rates: European Central Bank.",
    ]);
    expect(unitOf("fund").unit).toBe("eur");
    expect(await origin()).toEqual({
      isRestricted: true,
      sources: ["ECB file", "Issuer"],
      licence: "CC0; Reuse",
      method: "1",
      attribution: ["European Central Bank"],
    });
  });

  it("explains a number by its amount in US$ and the quotes of its day", () => {
    const lines = [quotes("usd", [1.25, 1.6]), quotes("jpy", [150, 160])];
    const yen = shown(lines, "jpy").numberOf("fund", "2026-10-02");
    expect(yen).toMatchObject({
      kind: "several",
      name: "Fund in JPY",
      items: [
        { name: "Fund in US$", figure: "$200", number: { kind: "series", date: "2026-10-02" } },
        { name: "US$ per euro, 2 Oct 2026", figure: "1.6" },
        { name: "JPY per euro, 2 Oct 2026", figure: "160" },
      ],
      method: "The first input divided by the second, times the third.",
      figure: "JPY 20,000",
    });
    expect(shown(lines, "eur").numberOf("fund", "2026-10-02")).toMatchObject({
      method: "The first input divided by the second.",
      figure: "EUR 125",
    });
  });

  it("withholds values before the first rate, and all without any", () => {
    const late = shown([quotes("usd", [null, 1.6])], "eur");
    expect(late.data.series[0]?.values).toEqual([null, 125]);
    expect(late.footnotes.at(-1)).toContain(
      "Values before 2 Oct 2026 are withheld: no rate is known.",
    );
    expect(shown([], "eur")).toMatchObject({
      state: { status: "empty", title: "No exchange rates for EUR" },
      unitLine: "EUR, end of day UTC",
      footnotes: [],
      coverage: null,
      sample: false,
    });
  });

  it("adds up the days of a week, and explains it by the rates of the first and the last", async () => {
    const dates = Array.from({ length: 7 }, (_, place) => addDays("2026-09-28", place));
    const measure = measureOf("net_flow_dollar");
    if (!measure) throw new Error("net flow");
    const rates = {
      ...answerOf([quotes("usd", [1.25, 1.25, 1.25, 1.25, 1.6, null, null])]),
      dates,
    };
    const data: TimeData = {
      days: ["2026-09-28"],
      series: [
        { id: "fund", name: "Fund", sample: false, values: [70] },
        { id: "gone", name: "Gone", sample: false, values: [71] },
        { id: "metal", name: "Metal", sample: false, values: [16], role: "reference" },
      ],
    };
    const making = { measure, mode: "flow" as const, interval: "week" as const };
    const days = { making, dates, of: () => dates.map(() => 10) };
    const conversion = conversionOf(
      data,
      { ...rates, to: "2026-10-04" },
      { currency: "eur", isMoney: () => true, days },
    );
    const origin = async () => originOf({ loads: [], methods: [] });
    const made = convertChart({ ...chart, data }, conversion, { loads: [], origin });
    expect(made.data.series.map(({ values }) => values)).toEqual([[50.75], [null], [10]]);
    // Saturday and Sunday are converted at the rate of Friday.
    expect(made.data.dayNotes).toEqual(new Map([["2026-09-28", "rates up to 2 Oct 2026"]]));
    expect(made.footnotes.at(-1)).toBe(
      "Made of amounts of days, each converted from US$ at the reference rate of that day, or the last one before. Values are withheld where a day has no rate, or where the daily amounts do not sum to the US$ value.",
    );
    expect(made.numberOf("fund", "2026-09-28")).toMatchObject({
      items: [
        { name: "Fund in US$", figure: "$70" },
        { name: "US$ per euro, 28 Sep 2026", figure: "1.25" },
        { name: "US$ per euro, 2 Oct 2026", figure: "1.6" },
      ],
      method:
        "The amount of each day at the rate of that day, added up. The rates of 28 Sep 2026 and 2 Oct 2026 are shown.",
      figure: "EUR 50.75",
    });
    const gone = { ...data, series: data.series.slice(1, 2) };
    const none = conversionOf(
      gone,
      { ...rates, to: "2026-10-04" },
      { currency: "eur", isMoney: () => true, days },
    );
    expect(convertChart({ ...chart, data: gone }, none, { loads: [], origin }).state).toMatchObject(
      {
        status: "empty",
        title: "No values in EUR",
      },
    );
  });
});
