import { describe, expect, it } from "vitest";
import { type GetAggregateRequest, mostAnswerValues, mostChartGroups } from "@/api/contract";
import { addDays } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { line } from "@/testing/timeseriesFixtures";
import { allKey, lineId, otherKey } from "../data/timeData";
import { type ChartSource, type ConversionSettings, dayAmounts, planOf } from "./conversionPlan";

const weeks = ["2026-06-01", "2026-06-08"];
const asOf = "2026-06-10";

function plan(source: ChartSource | null, interval: ConversionSettings["interval"] = "week") {
  return planOf(weeks, { currency: "jpy", interval, asOf, source });
}

const mints: GetAggregateRequest = {
  measure: "daily_mints_dollar",
  group_by: "asset_class",
  group_limit: 12,
  interval: "week",
  mode: "flow",
  from: "2026-05-01",
  to: "2026-06-10",
};

describe("what a conversion requests", () => {
  it("is a rate of each interval for levels, and for sums of a day", () => {
    const level = plan({ ...mints, measure: "bridged_token_value_dollar", mode: "level" });
    expect(level).toMatchObject({ groups: null, lines: null, making: null });
    expect(level.rates).toEqual({
      keys: ["usd", "jpy"].map((code) => ({
        subject_kind: "benchmark",
        subject_slug: `ecb-eur-${code}`,
        measure: "units_per_euro",
      })),
      from: "2026-06-01",
      to: "2026-06-10",
      interval: "week",
      as_of: asOf,
    });
    expect(plan({ ...mints, interval: "day" }, "day").making).toBeNull();
    expect(plan(null).making).toBeNull();
  });

  it("is the days of sums, of as many groups as there may be", () => {
    const made = plan(mints);
    expect(made.groups).toEqual({
      ...mints,
      from: "2026-06-01",
      interval: "day",
      group_limit: mostChartGroups,
    });
    expect(made.rates).toMatchObject({ from: "2026-06-01", to: "2026-06-10", interval: "day" });
    const { group_by: _by, group_limit: _limit, ...whole } = mints;
    expect(plan(whole).groups).not.toHaveProperty("group_limit");
  });

  it("keeps the groups of the chart where the days of more would exceed one answer", () => {
    const limitOf = (count: number) => {
      const days = [addDays(asOf, 1 - count), asOf];
      const settings = { currency: "jpy", interval: "week", asOf, source: mints } as const;
      return planOf(days, settings).groups?.group_limit;
    };
    const most = Math.floor(mostAnswerValues / (mostChartGroups + 2));
    expect(limitOf(most)).toBe(mostChartGroups);
    expect(limitOf(most + 1)).toBe(12);
  });

  it("is the levels of changes from the day before, and the net flows of sums of 30 days", () => {
    const change = plan({ ...mints, measure: "bridged_token_value_dollar" });
    expect(change.groups).toMatchObject({ from: "2026-05-31", interval: "day", mode: "level" });
    const keys = [{ subject_kind: "asset", subject_slug: "fund", measure: "net_flow_30d_dollar" }];
    const sums = plan({ keys: keys as never, interval: "week", mode: "level", to: asOf });
    expect(sums.groups).toBeNull();
    expect(sums.lines).toEqual({
      keys: [{ ...keys[0], measure: "net_flow_dollar" }],
      from: "2026-05-02",
      to: asOf,
      interval: "day",
      mode: "flow",
    });
    expect(sums.rates.from).toBe("2026-05-02");
  });
});

describe("what a conversion like for like requests", () => {
  const like = { ...mints, is_cohort: true };
  const day = { ...like, interval: "day" as const };

  it("is nothing where the days would be those of other members", () => {
    const levels = "bridged_token_value_dollar";
    for (const source of [
      like,
      { ...like, measure: levels },
      { ...like, mode: "cumulative" as const },
      { ...like, measure: "net_flow_30d_dollar", mode: "level" as const },
    ]) {
      const { groups, refusal } = plan(source);
      expect(groups).toBeNull();
      expect(refusal).toMatchObject({ status: "empty", title: "No values in JPY" });
      expect(plan({ ...source, is_cohort: false }).refusal).toBeNull();
    }
    const sums = { ...day, measure: "net_flow_30d_dollar", mode: "level" as const };
    expect(plan(sums, "day").refusal).toMatchObject({
      text: expect.stringContaining("sums over 30 days cannot be converted"),
    });
  });

  it("is a rate of each interval for levels, whose members are those of the chart", () => {
    const level = plan({ ...like, measure: "bridged_token_value_dollar", mode: "level" });
    expect(level).toMatchObject({ groups: null, making: null, refusal: null });
  });

  it("is the very range of the chart for its days, as another one has other members", () => {
    const { from, to } = day;
    const ofDays = { is_cohort: true, from, to, interval: "day" };
    const sums = plan({ ...day, mode: "cumulative" }, "day");
    expect(sums.groups).toMatchObject({ ...ofDays, mode: "flow" });
    // Not from the day before on, whose level is the first one less the first change. Its rate is needed.
    const changes = plan({ ...day, measure: "bridged_token_value_dollar" }, "day");
    expect(changes.groups).toMatchObject({ ...ofDays, mode: "level" });
    expect(changes.rates.from).toBe("2026-05-31");
    expect(changes.refusal).toBeNull();
  });
});

describe("the amounts of days", () => {
  it("are those of groups, and of all that have none in the chart", () => {
    const groups = [
      sampleGroup("a", [1, 2]),
      sampleGroup("b", [10, null]),
      sampleGroup("c", [100, 200]),
    ];
    const answers = { groups: sampleAnswer(groups), lines: undefined };
    const days = dayAmounts(plan(mints), answers, ["a", otherKey]);
    expect(["a", otherKey, allKey, "d"].map((id) => days?.of(id))).toEqual([
      [1, 2],
      [110, 200],
      [111, 202],
      [],
    ]);
  });

  it("are those of lines of another measure and source, and are waited for", () => {
    const keys = [
      { subject_kind: "asset" as const, subject_slug: "fund", measure: "net_flow_30d_dollar" },
    ];
    const made = plan({ keys, mode: "level", interval: "week" });
    const none = { groups: undefined, lines: undefined };
    expect(dayAmounts(made, none, [])).toBeNull();
    expect(dayAmounts(plan(null), none, [])).toBeUndefined();
    const own = line({ subject_slug: "fund", source: "derived", values: [5] });
    const answer = {
      interval: "day" as const,
      dates: ["2026-06-01"],
      lines: [line({ subject_slug: "fund-of-funds", values: [7] }), own],
      to: asOf,
      current_at: `${asOf}T00:00:00Z`,
    };
    const days = dayAmounts(made, { ...none, lines: answer }, []);
    expect(days?.of(lineId({ ...own, source: "sample" }))).toEqual([5]);
  });

  it("are those of the very line where names begin alike, or a subject has several sources", () => {
    const keys = [
      { subject_kind: "asset" as const, subject_slug: "fund", measure: "daily_mints_dollar" },
    ];
    const made = plan({ keys, mode: "flow", interval: "week" });
    const [first, second, longer, bridged] = [
      line({ subject_slug: "fund", source: "chain", values: [1] }),
      line({ subject_slug: "fund", source: "chain-2", values: [2] }),
      line({ subject_slug: "fund-2", source: "chain", values: [3] }),
      line({ subject_slug: "fund", network_slug: "base", source: "chain", values: [4] }),
    ] as const;
    const answer = {
      interval: "day" as const,
      dates: ["2026-06-01"],
      to: asOf,
      current_at: `${asOf}T00:00:00Z`,
    };
    const lines = [second, first, longer, bridged];
    const days = dayAmounts(made, { groups: undefined, lines: { ...answer, lines } }, []);
    for (const one of lines) expect(days?.of(lineId(one))).toEqual(one.values);
    expect(days?.of(lineId({ ...longer, source: "derived" }))).toEqual([3]);
    // Two sources of the fund, neither of which is this one.
    expect(days?.of(lineId({ ...first, source: "derived" }))).toEqual([]);
    expect(days?.of("asset:fun::chain")).toEqual([]);
  });
});
