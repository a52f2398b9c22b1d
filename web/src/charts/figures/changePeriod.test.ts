import { describe, expect, it } from "vitest";
import { presentQuery } from "@/lib/address/earlierNames";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { decodeChart, encodeChart, unreadNames } from "../chartAddress";
import { figures, loansOf } from "../queries/measures";
import { endOfChange, type Period, periodDays } from "./changePeriod";
import { comparisonPage } from "./comparison";
import { activeLoans, defaultRate } from "./creditFigures";
import { figureRequests, likeForLikeOf, tileOf } from "./figures";

const defaultComparison = { period: "30d", likeForLike: false } as const;

const figure = figures.distributed(null);
const day = "2026-11-19";

/** A level that grows by a million a day, with the coverage of its members before a day; after it, coverage is complete. */
function answerOf(length: number, before = 1, since = length) {
  const values = Array.from({ length }, (_, place) => 1e9 + place * 1e6);
  const coverage = values.map((_, place) => (place < since ? before : 1));
  const answer = sampleAnswer([sampleGroup("one", values)]);
  return { ...answer, total: { ...answer.total, values, coverage } };
}

describe("the period of changes", () => {
  it("ends on the day of the value, or on the last day if there are too few days before that", () => {
    const dates = ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18"];
    expect(endOfChange([1, 2, 3, 3], dates, "2026-11-17", "1d")).toBe(2);
    expect(endOfChange([1, 2, 3, 3], dates, "2026-11-17", "7d")).toBe(3);
    expect(endOfChange([null, null], dates.slice(2), null, "1d")).toBe(-1);
  });

  it.each<[Period, number]>([
    ["1d", 1],
    ["7d", 7],
    ["30d", 30],
    ["90d", 90],
    ["365d", 365],
    // 31 December is 323 days before 19 November.
    ["ytd", 323],
  ])("over %s begins %i days before", (period, days) => {
    expect(periodDays(period, day)).toBe(days);
    const [request] = figureRequests(figure, day, period);
    const length = Math.round((Date.parse(day) - Date.parse(request?.from ?? "")) / 86_400_000) + 1;
    expect(length).toBeGreaterThan(days);
    const answer = answerOf(length);
    const change = tileOf(figure, [answer], { ...defaultComparison, period }).change?.value ?? 0;
    const last = 1e9 + (length - 1) * 1e6;
    expect(change).toBeCloseTo(last / (last - days * 1e6) - 1, 12);
  });

  it("ends on the day that a value is of, which stands for days after it, as in the newest values", () => {
    const answer = answerOf(98);
    const valueDay = 95;
    const lastDate = answer.dates[valueDay] ?? null;
    const values = answer.total.values.map((value, place) =>
      place > valueDay ? 1e9 + valueDay * 1e6 : value,
    );
    const carried = { ...answer, total: { ...answer.total, values, last_date: lastDate } };
    const { change, freshness } = tileOf(figure, [carried], defaultComparison);
    expect(change?.value).toBeCloseTo(1.095 / 1.065 - 1, 12);
    expect(freshness?.text).toBe("17 Nov 2026");
    const [cohort] = likeForLikeOf(figure, [carried], { period: "30d", likeForLike: true });
    expect(cohort).toMatchObject({ from: "2026-10-18", to: "2026-11-17" });
  });

  it("of the year so far reaches back to the year of a value of December", () => {
    const [request] = figureRequests(figure, "2027-01-09", "ytd");
    expect((request?.from ?? "") < "2025-12-31").toBe(true);
  });

  it("stands in the address, and is the default where that says nothing it knows", () => {
    const decode = (search: string) => decodeChart(comparisonPage, search);
    expect(decode("")).toMatchObject(defaultComparison);
    const unknown = "change=2d&like_for_like=yes";
    expect(decode(unknown)).toMatchObject(defaultComparison);
    expect(unreadNames(comparisonPage, unknown, decode(unknown))).toEqual([
      "change",
      "like_for_like",
    ]);
    expect(decode("change=ytd&like_for_like=1")).toMatchObject({
      period: "ytd",
      likeForLike: true,
    });
  });
});

it("understands the earlier name of like for like, and writes the present one", () => {
  const search = presentQuery("like=1");
  const state = decodeChart(comparisonPage, search);
  expect(state.likeForLike).toBe(true);
  expect(
    unreadNames(comparisonPage, presentQuery("like=yes"), { ...state, likeForLike: false }),
  ).toEqual(["like_for_like"]);
  expect(String(encodeChart(comparisonPage, state, search))).toBe("like_for_like=1");
});

/** Values of the days of a change over 30 days. */
function values31(first: number, last: number) {
  return Array.from({ length: 31 }, (_, place) => (place === 30 ? last : first));
}

describe("a change like for like", () => {
  it("is requested where coverage at both ends differs by more than one percent", () => {
    const requested = (before: number) =>
      likeForLikeOf(figure, [answerOf(98, before, 80)], defaultComparison);
    expect(requested(0.995)).toEqual([]);
    expect(requested(0.98)).toMatchObject([{ is_cohort: true, from: "2026-10-20", to: day }]);
    // Between the ends it may differ.
    const between = answerOf(98);
    between.total.coverage[90] = 0.2;
    expect(likeForLikeOf(figure, [between], defaultComparison)).toEqual([]);
  });

  it("is requested where more than one percent of the members began between the ends", () => {
    const requested = (date: string, count: number) => {
      const begun = { count: 200, intervals: [{ date, count }] };
      return likeForLikeOf(figure, [{ ...answerOf(98), begun }], defaultComparison);
    };
    expect(requested("2026-11-01", 3)).toMatchObject([{ is_cohort: true }]);
    expect(requested("2026-11-01", 2)).toEqual([]);
    // On the first day or before it, they have a value at both ends.
    expect(requested("2026-10-20", 30)).toEqual([]);
  });

  const chosen = { ...defaultComparison, likeForLike: true };

  it("is requested of any level where the reader asks for it, of rates as well", () => {
    for (const level of [figure, defaultRate(loansOf)])
      expect(likeForLikeOf(level, [answerOf(98)], chosen)).toMatchObject([{ is_cohort: true }]);
  });

  it.each([
    { flow: figures.transfers(null), from: "2026-09-21" },
    { flow: figures.netFlow(null), from: "2026-10-20" },
  ])("is requested of sums over days like of levels: $flow.label", ({ flow, from }) => {
    expect(likeForLikeOf(flow, [answerOf(98)], defaultComparison)).toEqual([]);
    const cohort = [{ is_cohort: true, from, to: day }];
    expect(likeForLikeOf(flow, [answerOf(98)], chosen)).toMatchObject(cohort);
    expect(likeForLikeOf(flow, [answerOf(98, 0.98, 80)], defaultComparison)).toMatchObject(cohort);
  });

  it("of sums over days is that of both sums of the cohort", () => {
    const transfers = figures.transfers(null);
    // The sum of 30 days doubled, while that of all members hardly grew.
    const values = Array.from({ length: 60 }, (_, place) => (place < 30 ? 1e6 : 2e6));
    const cohort = [sampleAnswer([sampleGroup("one", values)])];
    const tile = tileOf(transfers, [answerOf(98)], chosen, cohort);
    expect(tile.change).toMatchObject({ value: 1, period: "30d like for like" });
    expect(tile.exact).toContain("members with a value at both ends");
    const waiting = tileOf(transfers, [answerOf(98)], chosen, "pending");
    expect(waiting.change).toMatchObject({ value: null, reason: "Loading" });
    const failed = tileOf(transfers, [answerOf(98)], chosen, "failed");
    expect(failed.change).toMatchObject({ value: null, reason: "Could not be loaded" });
  });

  it("of a net flow is that of the cohort, as an amount", () => {
    const net = figures.netFlow(null);
    const cohort = [sampleAnswer([sampleGroup("one", values31(-4e6, 8e6))])];
    const tile = tileOf(net, [answerOf(98)], chosen, cohort);
    expect(tile.note).toBe("+$12.00M 30d like for like");
    expect(tileOf(net, [answerOf(98)], chosen, "pending").note).toBe("change is loading");
    expect(tileOf(net, [answerOf(98)], chosen, "failed").note).toBe("change could not be loaded");
  });

  it("is that of the cohort, which says so, and waits for it", () => {
    const cohort = answerOf(31);
    const tile = tileOf(figure, [answerOf(98, 0.5, 80)], defaultComparison, [cohort]);
    expect(tile.change).toMatchObject({ period: "30d like for like" });
    expect(tile.change?.value).toBeCloseTo(0.03, 12);
    expect(tile.exact).toContain("members with a value at both ends");
    const waiting = tileOf(figure, [answerOf(98, 0.5, 80)], defaultComparison, "pending");
    expect(waiting.change).toMatchObject({ value: null, reason: "Loading" });
  });

  it("of a difference is that of the members of the whole and of those of the part", () => {
    const active = activeLoans(loansOf);
    const owed = answerOf(98, 0.9, 80);
    const part = answerOf(98);
    const requests = likeForLikeOf(active, [owed, part], defaultComparison);
    expect(requests).toMatchObject([
      { measure: "outstanding_capital_dollar", is_cohort: true, from: "2026-10-20" },
      { measure: "defaulted_loans_amount_dollar", is_cohort: true, from: "2026-10-20" },
    ]);
    const flat = (value: number) =>
      sampleAnswer([
        sampleGroup(
          "one",
          Array.from({ length: 31 }, () => value),
        ),
      ]);
    const grown = sampleAnswer([
      sampleGroup(
        "one",
        Array.from({ length: 31 }, (_, place) => 100 + place),
      ),
    ]);
    const whole = { ...owed, total: { ...owed.total, values: owed.total.values.map(() => 200e6) } };
    const paid = { ...part, total: { ...part.total, values: part.total.values.map(() => 1e6) } };
    const tile = tileOf(active, [whole, paid], defaultComparison, [grown, flat(50)]);
    expect(tile.change).toMatchObject({ period: "30d like for like" });
    expect(tile.change?.value).toBeCloseTo(80 / 50 - 1, 12);
  });

  it("of a difference is not known where a part began for members that were there before", () => {
    const active = activeLoans(loansOf);
    const began = (count: number) => ({
      ...answerOf(98),
      begun: { count: 20, intervals: count ? [{ date: "2026-11-01", count }] : [] },
    });
    const changeOf = (whole: number, part: number) => {
      const both = [began(whole), began(part)];
      const answers = both.map((each, place) => ({
        ...each,
        total: { ...each.total, values: each.total.values.map(() => (place === 0 ? 9e6 : 1e6)) },
      }));
      return tileOf(active, answers, chosen, answers).change;
    };
    expect(changeOf(2, 2)?.value).toBe(0);
    expect(changeOf(0, 1)).toMatchObject({
      value: null,
      reason: "The deducted amount is not reported at both ends",
    });
    // A part that begins alone is no reason to compare like for like.
    expect(likeForLikeOf(active, [began(0), began(5)], defaultComparison)).toEqual([]);
  });
});
