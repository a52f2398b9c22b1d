import { describe, expect, it } from "vitest";
import type { GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { addDays } from "@/lib/dates/day";
import { line } from "@/testing/timeseriesFixtures";
import { noteTexts } from "../time/notes";
import { rebaseData, rebasedNote } from "./rebase";
import { groupSeries, referenceSeries, timeData } from "./timeData";
import { valueReason } from "./valueReason";

const dates = Array.from({ length: 60 }, (_, index) => addDays("2026-09-01", index));
const last = dates.at(-1) ?? "";
const byDay = { dates, interval: "day" as const, to: last };
const filled = (value: number) => dates.map(() => value);

function group(key: string | null, values: (number | null)[], isOther = false): SeriesGroup {
  return {
    key,
    is_other: isOther,
    member_count: 3,
    values,
    coverage: values.map(() => 1),
    has_sample: true,
    withheld_count: 0,
    last_date: null,
    carry_days: 0,
    qualifiers: [],
    sample_count: 3,
  };
}

function answer(groups: SeriesGroup[]): GetAggregateResponse {
  return {
    measure_slug: "bridged_token_value_dollar",
    kind: "stock",
    unit: "usd",
    interval: "day",
    dates,
    groups,
    total: group(null, filled(6)),
    group_count: 9,
    counts_twice: false,
    restricted_count: 0,
    feeder_count: 0,
    feeders: [],
    undisclosed: null,
    begun: null,
    withheld: [],
    to: last,
    current_at: "2026-11-20T00:00:00.000Z",
    known_at: "2026-11-20T00:00:00.000Z",
  };
}

const words = {
  names: new Map([["stablecoins", { name: "Stablecoins" }]]),
  all: "All 3 assets",
  without: "No asset class named",
  byClass: true,
};

describe("the series of a chart", () => {
  it("call a point by the day its value is of, and a sum by its whole interval", () => {
    const weeks = ["2025-11-03", "2025-11-10"];
    const gold = { id: "gold", name: "Gold", sample: false, values: [3000, 3100] };
    const axis = { dates: weeks, interval: "week", to: "2025-11-16" } as const;
    expect(timeData(axis, [gold]).names).toEqual(["9 Nov 2025", "16 Nov 2025"]);
    expect(timeData(axis, [gold]).lastDays).toEqual(["2025-11-09", "2025-11-16"]);
    expect(timeData(axis, [gold], true).names?.[1]).toBe("Week of 10 Nov 2025");
    expect(timeData(axis, [gold], true).provisional).toBeUndefined();
    expect(timeData({ ...axis, interval: "day" }, [gold]).names).toBeUndefined();
  });

  it("name the last day of an interval that is cut", () => {
    const axis = {
      dates: ["2026-10-01", "2026-11-01"],
      interval: "month" as const,
      to: "2026-11-21",
    };
    const mints = { id: "mints", name: "Mints", sample: false, values: [5, 3] };
    expect(timeData(axis, [mints])).toMatchObject({
      names: ["31 Oct 2026", "21 Nov 2026"],
      lastDays: ["2026-10-31", "2026-11-21"],
      provisional: { from: "2026-11-01" },
    });
    expect(timeData(axis, [mints], true)).toMatchObject({
      names: ["October 2026", "November 2026, to 21 Nov 2026"],
      provisional: {
        from: "2026-11-01",
        sentence: "The last month is partial, up to 21 Nov 2026.",
      },
    });
  });

  it("state that the values of a running day may change", () => {
    const running = {
      from: "2026-11-19",
      to: "2026-11-19",
      value_date: null,
      is_carried: false,
      is_partial: true,
      spans_gap: false,
      lacks_days: false,
      is_average: false,
    };
    const axis = {
      dates: ["2026-11-18", "2026-11-19"],
      interval: "day" as const,
      to: "2026-11-19",
      current_at: "2026-11-19T10:00:00.000Z",
    };
    const gold = { id: "gold", name: "Gold", sample: false, values: [3000, 3100] };
    expect(timeData(axis, [gold]).provisional).toBeUndefined();
    const data = timeData(axis, [{ ...gold, qualifiers: [running] }]);
    expect(data.provisional).toEqual({
      from: "2026-11-19",
      sentence: "19 Nov 2026 is not over: its values may change.",
    });
    expect(data.series[0]?.qualifiers).toEqual([{ ...running, is_running: true }]);
  });

  it.each([
    ["day", ["2026-11-18", "2026-11-19"], "2026-11-19"],
    ["month", ["2026-09-01", "2026-10-01"], "2026-10-31"],
  ] as const)(
    "says nothing of the kind of a %s that is over and lacks days",
    (interval, dates, to) => {
      const lacking = {
        from: dates[0],
        to: dates[1],
        value_date: null,
        is_carried: false,
        is_partial: true,
        spans_gap: false,
        lacks_days: false,
        is_average: false,
      };
      const mints = {
        id: "mints",
        name: "Mints",
        sample: false,
        values: [5, 3],
        qualifiers: [lacking],
      };
      const axis = { dates, interval, to, current_at: "2026-11-20T10:00:00.000Z" };
      const data = timeData(axis, [mints], true);
      expect(data.provisional).toBeUndefined();
      expect(data.series[0]?.qualifiers).toEqual([lacking]);
      expect(noteTexts(data, data.days)).toEqual([
        "Some values are partial, because days are missing or withheld, hatched where they are bars; the legend of the day states it.",
      ]);
    },
  );

  it("end with the newest value: what repeats it is no newer one", () => {
    const gold = {
      id: "gold",
      name: "Gold",
      sample: false,
      values: filled(3000),
      newest: "2026-10-01",
    };
    const oil = { id: "oil", name: "Oil", sample: false, values: filled(70), newest: "2026-10-05" };
    expect(timeData(byDay, [gold]).days.at(-1)).toBe("2026-10-01");
    expect(timeData(byDay, [gold, oil]).days.at(-1)).toBe("2026-10-05");
    // Where the newest day of a series is unknown, nothing is cut; nor where all of them began before.
    const undated = { id: "x", name: "X", sample: false, values: filled(1) };
    expect(timeData(byDay, [gold, undated]).days).toEqual(dates);
    expect(timeData(byDay, [{ ...gold, newest: "2026-08-01" }]).days).toEqual(dates);
  });

  it("are the groups by their names, each class in its colour, the rest last", () => {
    const parts = groupSeries(
      answer([
        group("stablecoins", filled(3)),
        group(null, filled(2)),
        group(null, filled(1), true),
      ]),
      words,
    );
    expect(parts.map(({ id, name, classKey, role }) => ({ id, name, classKey, role }))).toEqual([
      { id: "stablecoins", name: "Stablecoins", classKey: "stablecoins", role: undefined },
      { id: "(none)", name: "No asset class named", classKey: undefined, role: undefined },
      { id: "(other)", name: "Other (7)", classKey: undefined, role: "other" },
    ]);
  });

  it("end, and repeat, by the newest day of the members of their groups", () => {
    const gold = { ...group("commodities", filled(3)), last_date: "2026-10-01" };
    const bonds = { ...group("bonds", filled(2)), last_date: "2026-10-05" };
    const aggregate = answer([gold, bonds]);
    const data = timeData(byDay, groupSeries(aggregate, words));
    expect(data.days.at(-1)).toBe("2026-10-05");
    expect(data.series.map(({ newest }) => newest)).toEqual(["2026-10-01", "2026-10-05"]);
    const whole = answer([]);
    const total = { ...whole.total, last_date: "2026-10-03" };
    const all = timeData(byDay, groupSeries({ ...whole, total }, words));
    expect(all.days.at(-1)).toBe("2026-10-03");
  });

  it("are all together where nothing is grouped, and nothing without members", () => {
    expect(groupSeries(answer([]), words)).toEqual([
      { id: "(all)", name: "All 3 assets", values: filled(6), sample: true },
    ]);
    const empty = { ...answer([]), total: { ...group(null, filled(0)), member_count: 0 } };
    expect(groupSeries(empty, words)).toEqual([]);
  });

  it("say how many of their members are sample data, where others are real", () => {
    const noteOf = (samples: number) => {
      const own = { ...group("bonds", filled(2)), sample_count: samples, has_sample: samples > 0 };
      return groupSeries(answer([own]), words).map(({ sampleNote }) => sampleNote);
    };
    expect(noteOf(1)).toEqual(["1 of 3 members is sample data"]);
    expect(noteOf(2)).toEqual(["2 of 3 members are sample data"]);
    expect([noteOf(0), noteOf(3)]).toEqual([[undefined], [undefined]]);
  });
});

describe("the days of a chart", () => {
  it("begin and end where anything is known", () => {
    const values = dates.map((_, index) => (index < 5 || index > 50 ? null : index));
    const data = timeData(byDay, [{ id: "a", name: "A (sample)", sample: false, values }]);
    expect(data.days[0]).toBe(dates[5]);
    expect(data.days.at(-1)).toBe(dates[50]);
    expect(
      timeData(byDay, [{ id: "a", name: "A", sample: false, values: filled(0).map(() => null) }])
        .days,
    ).toEqual([]);
  });

  it("end for a series a month after its last value, which is late before", () => {
    const ended = dates.map((_, index) => (index < 10 ? 1 : null));
    const late = dates.map((_, index) => (index < 55 ? 1 : null));
    const data = timeData(byDay, [
      { id: "whole", name: "Whole", sample: false, values: filled(1) },
      { id: "ended", name: "Ended", sample: false, values: ended },
      { id: "late", name: "Late", sample: false, values: late },
    ]);
    expect(data.series.map(({ until }) => until)).toEqual([undefined, dates[9], undefined]);
  });

  it("are no more with references, which have their own days", () => {
    const aggregate = {
      interval: "day" as const,
      dates: ["2026-08-31", "2026-09-02"],
      lines: [line({ values: [0.03, 0.04] })],
      to: "2026-09-02",
      current_at: "",
    };
    const [reference] = referenceSeries(dates.slice(0, 3), aggregate);
    expect(reference).toMatchObject({ role: "reference", values: [null, 0.04, null] });
    expect(
      timeData({ ...byDay, dates: dates.slice(0, 3) }, [
        { id: "r", name: "R", sample: false, role: "reference", values: [1, 2, 3] },
      ]).days,
    ).toEqual([]);
  });
});

describe("an interval that is not over", () => {
  it.each(["week", "month", "quarter"] as const)(
    "is marked as running and as lacking withheld days, for a %s",
    (interval) => {
      const starts = { week: "2026-11-16", month: "2026-11-01", quarter: "2026-10-01" };
      const from = starts[interval];
      const lacking = {
        ...{ from, to: from, value_date: null, is_carried: false, is_average: false },
        ...{ is_partial: true, lacks_days: true, spans_gap: false },
      };
      const mints = {
        id: "mints",
        name: "Mints",
        sample: false,
        values: [5],
        qualifiers: [lacking],
      };
      const data = timeData({ dates: [from], interval, to: "2026-11-19" }, [mints], true);
      const [series] = data.series;
      expect(series?.qualifiers).toEqual([{ ...lacking, is_running: true }]);
      expect(series && valueReason(series, from)).toBe("partial: not over, and days are withheld");
      expect(noteTexts(data, data.days)).toEqual([
        "Some values are partial, because days are missing or withheld, hatched where they are bars; the legend of the day states it.",
        `The last ${interval} is partial, up to 19 Nov 2026.`,
      ]);
    },
  );
});

describe("an interval that is over", () => {
  const cut = {
    ...{ from: "2026-10-01", to: "2026-10-01", value_date: null, is_carried: false },
    ...{ is_partial: true, is_average: false, spans_gap: false, lacks_days: false },
  };
  const ended = {
    ...{ id: "note", name: "10-year Treasury (ends in October 2026)", sample: false },
    ...{ values: [5.2, 5.22], qualifiers: [cut] },
  };

  it("is not called running where its series ends within it", () => {
    const axis = {
      dates: ["2026-09-01", "2026-10-01"],
      interval: "month",
      to: "2026-10-08",
    } as const;
    const over = timeData({ ...axis, current_at: "2026-11-30T05:00:00.000Z" }, [ended]);
    const [series] = over.series;
    expect(series && valueReason(series, "2026-10-01")).toBe(
      "partial: days are missing or withheld",
    );
    expect(noteTexts(over, over.days).at(-1)).toBe(
      "October 2026 is partial: days after 8 Oct 2026 are not included.",
    );
    const running = timeData({ ...axis, current_at: "2026-10-31T05:00:00.000Z" }, [ended]);
    const [then] = running.series;
    expect(then && valueReason(then, "2026-10-01")).toBe("partial: not over");
    expect(noteTexts(running, running.days)).toEqual([
      "The last month is partial, up to 8 Oct 2026.",
    ]);
  });
});

describe("an index", () => {
  it("is 100 for every series at its first value of the range", () => {
    const data = {
      days: dates.slice(0, 4),
      series: [
        { id: "a", name: "A", sample: false, values: [50, 100, 150, null] },
        { id: "b", name: "B", sample: false, values: [null, null, 8, 4] },
        { id: "c", name: "C", sample: false, values: [0, 0, 5, 5] },
      ],
    };
    const values = rebaseData(data, dates[1] ?? null).series.map((one) => one.values);
    expect(values).toEqual([
      [50, 100, 150, null],
      [null, null, 100, 50],
      [null, null, null, null],
    ]);
  });

  it("has no line for what gathers all others, and says so", () => {
    const own = { id: "a", name: "A", sample: false, values: [50, 100] };
    const rest = {
      id: "o",
      name: "Other (24)",
      sample: false,
      values: [1, 900],
      role: "other" as const,
    };
    const data = { days: dates.slice(0, 2), series: [own, rest] };
    expect(rebaseData(data, null).series.map(({ id }) => id)).toEqual(["a"]);
    expect(rebasedNote(data)).toHaveLength(1);
    expect(rebasedNote({ ...data, series: [own] })).toEqual([]);
  });
});
