import { describe, expect, it } from "vitest";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { decodeChart, encodeChart, unreadNames } from "../chartAddress";
import { figures } from "../queries/measures";
import { comparisonPage } from "./comparison";
import { likeForLikeOf, requestsOf, tileOf } from "./figures";
import { type Period, periodDays } from "./period";

const usualComparison = { period: "30d", likeForLike: false } as const;

const figure = figures.distributed(null);
const day = "2026-11-19";

/** A level that grows by a million a day, whose members have so much coverage before and after a day. */
function answerOf(length: number, before = 1, since = length) {
  const values = Array.from({ length }, (_, place) => 1e9 + place * 1e6);
  const coverage = values.map((_, place) => (place < since ? before : 1));
  const answer = sampleAnswer([sampleGroup("one", values)]);
  return { ...answer, total: { ...answer.total, values, coverage } };
}

describe("the period of changes", () => {
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
    const [request] = requestsOf(figure, day, period);
    const length = Math.round((Date.parse(day) - Date.parse(request?.from ?? "")) / 86_400_000) + 1;
    expect(length).toBeGreaterThan(days);
    const answer = answerOf(length);
    const change = tileOf(figure, [answer], period).change?.value ?? 0;
    const last = 1e9 + (length - 1) * 1e6;
    expect(change).toBeCloseTo(last / (last - days * 1e6) - 1, 12);
  });

  it("stands in the address, and is usual where that says nothing it knows", () => {
    const decode = (search: string) => decodeChart(comparisonPage, search);
    expect(decode("")).toMatchObject(usualComparison);
    const unknown = "change=2d&like_for_like=yes";
    expect(decode(unknown)).toMatchObject(usualComparison);
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
  const state = decodeChart(comparisonPage, "like=1");
  expect(state.likeForLike).toBe(true);
  expect(unreadNames(comparisonPage, "like=yes", { ...state, likeForLike: false })).toEqual([
    "like",
  ]);
  expect(String(encodeChart(comparisonPage, state, "like=1"))).toBe("like_for_like=1");
});

describe("a change like for like", () => {
  it("is requested where coverage at both ends differs by more than one percent", () => {
    const requested = (before: number) =>
      likeForLikeOf(figure, [answerOf(98, before, 80)], usualComparison);
    expect(requested(0.995)).toBeNull();
    expect(requested(0.98)).toMatchObject({ is_cohort: true, from: "2026-10-20", to: day });
    // Between the ends it may differ.
    const between = answerOf(98);
    between.total.coverage[90] = 0.2;
    expect(likeForLikeOf(figure, [between], usualComparison)).toBeNull();
  });

  it("is requested where more than one percent of the members began between the ends", () => {
    const requested = (date: string, count: number) => {
      const begun = { count: 200, intervals: [{ date, count }] };
      return likeForLikeOf(figure, [{ ...answerOf(98), begun }], usualComparison);
    };
    expect(requested("2026-11-01", 3)).toMatchObject({ is_cohort: true });
    expect(requested("2026-11-01", 2)).toBeNull();
    // On the first day or before it, they have a value at both ends.
    expect(requested("2026-10-20", 30)).toBeNull();
  });

  it("is requested of any level where the reader asks for it, and never of flows", () => {
    const comparison = { ...usualComparison, likeForLike: true };
    expect(likeForLikeOf(figure, [answerOf(98)], comparison)).toMatchObject({ is_cohort: true });
    expect(likeForLikeOf(figures.transfers(null), [answerOf(98)], comparison)).toBeNull();
  });

  it("is that of the cohort, which says so, and waits for it", () => {
    const cohort = answerOf(31);
    const tile = tileOf(figure, [answerOf(98, 0.5, 80)], "30d", cohort);
    expect(tile.change).toMatchObject({ period: "30d like for like" });
    expect(tile.change?.value).toBeCloseTo(0.03, 12);
    expect(tile.exact).toContain("members with a value at both ends");
    const waiting = tileOf(figure, [answerOf(98, 0.5, 80)], "30d", "pending");
    expect(waiting.change).toMatchObject({ value: null, reason: "Loading" });
  });
});
