import { describe, expect, it } from "vitest";
import type { LatestValue } from "@/api/contract";
import { privateCredit } from "@/features/market/markets/creditMarket";
import { formatDay } from "@/lib/format";
import { sampleAnswer, sampleGroup, sampleWithheld } from "@/testing/marketFixtures";
import { explainedOf } from "../explanation/explanation";
import { figures, loansOf } from "../queries/measures";
import { defaultRate, lifetimeDefaults } from "./creditFigures";
import { ageTile, figureRequests, tileOf } from "./figures";
import { countTile } from "./useCounts";

const none = null;
const course = (length: number, value: (day: number) => number | null) =>
  Array.from({ length }, (_, day) => value(day));

describe("a level", () => {
  it("shows its newest value, its change in 30 days and its day", () => {
    const values = course(98, (day) => (day === 67 ? 2e9 : 2.5e9));
    const tile = tileOf(figures.distributed(none), [sampleAnswer([sampleGroup("one", values)])]);
    expect(tile.value).toEqual({ number: "$2.50", suffix: "B" });
    expect(tile.change).toMatchObject({ value: 0.25, period: "30d" });
    expect(tile.freshness).toEqual({ state: "fresh", text: "19 Nov 2026" });
    expect(tile.origin).toBe("sample");
    expect(tile.trend?.values).toHaveLength(90);
    // The course begins on the ninth of the 98 days.
    expect(tile.trend?.label).toBe("90 days, 0.0%");
  });

  it("describes its course by a change of the same members, of rates in percentage points", () => {
    const grown = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => (day < 90 ? 0.04 : 0.05)),
      ),
    ]);
    const labelOf = (figure: Parameters<typeof tileOf>[0], answer = grown) =>
      tileOf(figure, [answer]).trend?.label;
    expect(labelOf(figures.distributed(none))).toBe("90 days, +25.0%");
    expect(labelOf(figures.sevenDayYield(none))).toBe("90 days, +1.00 pp");
    const coverage = grown.total.coverage.map((_, day) => (day < 50 ? 0.9 : 1));
    const others = { ...grown, total: { ...grown.total, coverage } };
    expect(labelOf(figures.distributed(none), others)).toBe("90 days");
    const nothing = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => (day < 90 ? 0 : 1)),
      ),
    ]);
    expect(labelOf(figures.distributed(none), nothing)).toBe("90 days");
  });

  it("is stale, with its day in place of the change, where it ended days ago", () => {
    const values = course(98, (day) => (day < 90 ? 5e6 : null));
    const tile = tileOf(figures.distributed(none), [sampleAnswer([sampleGroup("one", values)])]);
    expect(tile.freshness).toEqual({ state: "stale", text: "11 Nov 2026" });
    expect(tile.note).toBe("as of 11 Nov 2026");
  });

  it.each([
    ["fresh", "2026-11-16", 14, "published every week, on a Thursday"],
    ["late", "2026-11-12", 14, "published every week, and one is missing"],
    ["fresh", "2026-11-16", 7, "published every day that markets are open, after a weekend"],
    ["late", "2026-11-15", 7, "published every day"],
    ["stale", "2026-11-12", 7, "published every day, and stopped a week ago"],
    ["fresh", "2026-10-31", 62, "published every month"],
  ])("is %s with a value of %s that stands %i days: %s", (state, last, carry) => {
    const values = course(98, () => 5e6);
    const group = { ...sampleGroup("one", values), last_date: last, carry_days: carry };
    const tile = tileOf(figures.distributed(none), [sampleAnswer([group])]);
    expect(tile.freshness).toEqual({ state, text: formatDay(last) });
    expect(tile.note).toBe(state === "stale" ? `as of ${formatDay(last)}` : undefined);
  });

  it("is not zero where nothing is known", () => {
    const tile = tileOf(figures.distributed(none), [sampleAnswer([])]);
    expect(tile.value).toBeNull();
    expect(tile.reason).toBe("Not available");
  });

  it("leaves out what stands apart, on the days on which the whole is known", () => {
    const owed = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => (day < 0 ? null : 14e6)),
      ),
    ]);
    const defaulted = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => (day < 60 ? null : 5e6)),
      ),
    ]);
    const [active] = privateCredit.figures;
    if (!active) throw new Error("no figure");
    expect(figureRequests(active, "2026-11-19").map(({ measure }) => measure)).toEqual([
      "outstanding_capital_dollar",
      "defaulted_loans_amount_dollar",
    ]);
    expect(tileOf(active, [owed, defaulted]).value).toEqual({ number: "$9.00", suffix: "M" });
    expect(tileOf(active, [sampleAnswer([]), defaulted]).value).toBeNull();
    expect(explainedOf(active, [owed, defaulted])).toMatchObject({
      items: [{ figure: "$14,000,000.00" }, { figure: "$5,000,000.00" }],
      figure: "$9,000,000.00",
    });
  });

  it("asks for distributed tokens, without what is counted apart", () => {
    const [request] = figureRequests(figures.distributed(none), "2026-11-19");
    expect(request).toMatchObject({ subject_kind: "token", from: "2026-08-14", to: "2026-11-19" });
    expect(JSON.stringify(request?.filter)).toContain('"distributed"');
    expect(JSON.stringify(request?.filter)).toContain('"is_in_totals"');
  });
});

describe("a net flow over 30 days", () => {
  const net = figures.netFlow(none);
  const flows = sampleAnswer([
    sampleGroup(
      "one",
      course(98, (day) => (day < 68 ? -30e6 : 30e6)),
    ),
  ]);

  it("is the measure of that name on the last day, with its sign, with the amount of its change", () => {
    const [request, ...further] = figureRequests(net, "2026-11-19");
    expect(request).toMatchObject({ measure: "net_flow_30d_dollar", interval: "day" });
    expect(request?.mode).toBeUndefined();
    expect(further).toEqual([]);
    const tile = tileOf(net, [flows]);
    expect(tile.value).toEqual({ number: "+$30.00", suffix: "M" });
    expect(tile.note).toBe("+$60.00M 30d");
    expect(tile.change).toBeUndefined();
  });

  it("is not available where the measure has no value on the last day, whatever it was before", () => {
    const lacking = sampleAnswer([sampleGroup("one", [6, 4, null])]);
    expect(tileOf(net, [lacking])).toMatchObject({
      value: null,
      reason: "Mints and burns are not both reported for all 30 days",
      note: "Not available",
    });
    const withheld = { ...lacking, total: { ...lacking.total, withheld_count: 1 } };
    expect(tileOf(net, [withheld]).reason).toBe("Values of some of the 30 days are withheld");
    const nobody = { ...lacking, total: { ...lacking.total, member_count: 0 } };
    expect(tileOf(net, [nobody]).reason).toBe("Not available");
  });

  it("is not compared with a missing earlier value", () => {
    const young = sampleAnswer([sampleGroup("one", [6, 4, 5e6])]);
    expect(tileOf(net, [young]).note).toBe("not compared: no value 30d before");
  });

  it("states its coverage where members lack it", () => {
    const coverage = flows.total.coverage.with(-1, 0.9);
    const partly = { ...flows, total: { ...flows.total, coverage } };
    expect(tileOf(net, [partly]).note).toBe("+$60.00M 30d, coverage 90.0%");
  });
});

describe("a flow", () => {
  it("shows the day of its last value where that is long ago", () => {
    const values = course(98, (day) => (day < 85 ? 1e6 : null));
    const tile = tileOf(figures.transfers(none), [sampleAnswer([sampleGroup("one", values)])]);
    expect(tile.freshness).toEqual({ state: "stale", text: "6 Nov 2026" });
    expect(tile.note).toBe("as of 6 Nov 2026");
  });

  it("changes by a part of what it was", () => {
    const answer = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => (day < 68 ? 1e6 : 2e6)),
      ),
    ]);
    const tile = tileOf(figures.transfers(none), [answer]);
    expect(tile.value).toEqual({ number: "$60.00", suffix: "M" });
    expect(tile.change?.value).toBeCloseTo(1);
  });

  it("says that days of its sum are withheld, not that earlier ones are", () => {
    const groups = [
      sampleGroup(
        "one",
        course(98, () => 1e6),
      ),
    ];
    const tileWith = (to: string) => {
      const withheld = [sampleWithheld({ from: "2026-10-01", to })];
      return tileOf(figures.transfers(none), [sampleAnswer(groups, { withheld })]);
    };
    // The sum is that of 21 October to 19 November.
    const tile = tileWith("2026-10-21");
    expect(tile.change?.period).toBe("30d, partial: days are withheld");
    expect(tile.exact).toMatch(/Some of its days are withheld\.$/);
    expect(tile.spoken).toMatch(/, partial: days are withheld$/);
    const earlier = tileWith("2026-10-20");
    expect(earlier.change?.period).toBe("30d");
    expect(earlier.exact).not.toContain("withheld");
    expect(earlier.spoken).not.toContain("withheld");
  });
});

describe("other figures", () => {
  it("ask for the yield of a class where it is worked out", () => {
    const requests = figureRequests(figures.sevenDayYield("treasuries"), "2026-11-19");
    expect(requests.map(({ measure }) => measure)).toEqual(["yield_7d"]);
    const yields = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => (day < 90 ? 0.04 : 0.0415)),
      ),
    ]);
    const tile = tileOf(figures.sevenDayYield(none), [yields]);
    expect(tile.value?.number).toBe("4.15");
    expect(tile.exact).toContain("act/365");
  });

  it("read rates of defaults from their measures, of which more is worse", () => {
    const rates = [defaultRate(loansOf), ...lifetimeDefaults(loansOf)];
    expect(
      rates.map((rate) => figureRequests(rate, "2026-11-19").map(({ measure }) => measure)),
    ).toEqual([["defaulted_share_of_issued"], ["cumulative_default_rate"], ["loss_given_default"]]);
    const values = course(98, (day) => (day < 68 ? 0.02 : 0.025));
    for (const rate of rates) {
      const tile = tileOf(rate, [sampleAnswer([sampleGroup("one", values)])]);
      expect(tile.value).toEqual({ number: "2.50", suffix: "%" });
      expect(tile.change).toMatchObject({ points: "rate", betterLow: true });
      expect(tile.change?.value).toBeCloseTo(0.005);
    }
  });

  it("tell bad news from good: of defaults, more is worse", () => {
    const grown = sampleAnswer([
      sampleGroup(
        "one",
        course(98, (day) => 100 + day),
      ),
    ]);
    const amount = (measure: string) =>
      tileOf(
        { kind: "level", label: "Amount", query: { measure, subject: "loan" }, unit: "money" },
        [grown],
      );
    expect(amount("defaulted_loans_amount_dollar").change?.betterLow).toBe(true);
    expect(amount("outstanding_capital_dollar").change?.betterLow).toBeUndefined();
  });

  it("show the median age of net asset values", () => {
    const latest = [1, 3, 40].map(
      (age): LatestValue => ({ ...value, age_days: age, is_stale: age > 7 }),
    );
    const tile = ageTile("Median age of the NAV", latest);
    expect(tile.value).toEqual({ number: "3", suffix: " days" });
    expect(tile.note).toBe("1 of 3 out of date, not compared");
    expect(tile.exact).toContain("Not compared: ages on earlier days");
    expect(ageTile("Age", latest, 134).note).toBe("1 of 3 out of date, 134 in all, not compared");
  });

  it("count what the catalog knows", () => {
    const tile = countTile("Products", [38, 0]);
    expect(tile.value).toEqual({ number: "38", suffix: "" });
    expect(tile.exact).toContain("Not compared");
    expect(countTile("Products", [null, null]).value).toBeNull();
    expect([tile.origin, countTile("Products", [38, 1]).origin]).toEqual([undefined, "sample"]);
  });
});

const value: LatestValue = {
  series_id: 1,
  subject_kind: "asset",
  subject_slug: "alder-fund",
  subject_name: "Alder Fund (sample)",
  measure_slug: "net_asset_value_dollar",
  kind: "stock",
  unit: "usd",
  network_slug: null,
  source: "sample",
  is_sample: true,
  value: 1,
  date: "2026-11-19",
  age_days: 1,
  is_stale: false,
  changes: [],
  differing: [],
  is_average: false,
  value_date: "2026-11-19",
  is_carried: false,
  is_partial: false,
};
