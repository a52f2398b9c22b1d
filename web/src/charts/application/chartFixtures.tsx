import type { GetAggregateRequest, GetSeriesRequest } from "@/api/contract";
import { addDays } from "@/lib/dates/day";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { explanation, line, restatement } from "@/testing/timeseriesFixtures";
import type { Market } from "../queries/market";
import { MarketChart } from "./MarketChart";

const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
export const now = "2026-11-20T12:00:00.000Z";
export const days = Array.from({ length: 60 }, (_, place) => addDays("2026-11-19", place - 59));
const amounts: Record<string, number> = {
  cumulative_issued_amount_dollar: 100e6,
  outstanding_capital_dollar: 40e6,
  defaulted_loans_amount_dollar: 10e6,
};

/** Answers with two funds that grow by a hundredth a day; returns the requests. */
export function answerWithFunds(more: Parameters<typeof procedures>[0] = {}) {
  const aggregates: GetAggregateRequest[] = [];
  const series: GetSeriesRequest[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "assets.list": () => ({ results: [], pagination: page }),
      "restatements.list": () => ({
        results: [
          restatement({
            subject_kind: "token",
            subject_slug: "alder-fund-sample",
            measure_slug: "bridged_token_value_dollar",
          }),
        ],
        pagination: page,
      }),
      "timeseries.list": () => ({
        results: [
          {
            id: 9,
            subject_kind: "benchmark",
            subject_slug: "fred-dgs3mo",
            subject_name: "Treasury par yield, 3 months",
            network_slug: null,
            measure_slug: "benchmark_rate",
            measure_name: "Rate",
            kind: "stock",
            unit: "ratio",
            source: "us-treasury",
            carry_days: 7,
            visible_to: "everybody",
            is_redistributable: true,
            licence: "CC0-1.0",
            is_sample: false,
          },
        ],
        pagination: page,
      }),
      "timeseries.get": (input) => {
        series.push(input);
        const name = "Treasury par yield, 3 months";
        const values = days.map(() => 0.04);
        const rate = { subject_kind: "benchmark", subject_slug: "fred-dgs3mo" } as const;
        const lines = [line({ ...rate, subject_name: name, values })];
        return { interval: "day", dates: days, lines, to: days.at(-1) ?? "", current_at: now };
      },
      "timeseries.explain": () =>
        explanation({ series: line({ subject_name: "Treasury par yield, 3 months" }) }),
      "timeseries.aggregate": (input) => {
        aggregates.push(input);
        const amount = amounts[input.measure] ?? 1;
        const keys = ["alder-fund-sample", "birch-fund-sample"];
        const groups = keys.map((key) =>
          sampleGroup(
            key,
            days.map((_, place) => amount * (1 + place / 100)),
          ),
        );
        const unit = /^(apy|yield)_/.test(input.measure) ? "ratio" : "usd";
        const answer = sampleAnswer(groups, { dates: days, unit });
        const isWhole = input.group_by === undefined || input.group_by === null;
        const total = { ...answer.total, values: days.map(() => amount) };
        return isWhole ? { ...answer, groups: [], total } : answer;
      },
      ...more,
    }),
  );
  return { aggregates, series };
}

/** The chart of a market at an address. */
export function show(market: Market, search: string) {
  return render(<MarketChart market={market} />, { asPath: `/page?${search}`, isReady: true });
}
