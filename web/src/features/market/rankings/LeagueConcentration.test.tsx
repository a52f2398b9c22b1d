import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GetAggregateRequest, UndisclosedPart, ValueQualifier } from "@/api/contract";
import { answerTo } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { stablecoins, treasuries } from "../markets/classMarkets";
import { LeagueConcentration } from "./LeagueConcentration";

const values: Record<string, number> = {
  top_1_share: 0.414,
  top_5_share: 0.8,
  top_10_share: 0.95,
  concentration: 2_163.4,
};

function answering(
  undisclosed: UndisclosedPart | null = null,
  qualifiers: ValueQualifier[] = [],
): GetAggregateRequest[] {
  const requests: GetAggregateRequest[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": (request) => {
        requests.push(request);
        const answer = answerTo(request, true);
        const sums = answer.dates.map(() => values[request.measure] ?? null);
        const total = { ...answer.total, values: sums, qualifiers };
        return { ...answer, group_count: 107, total, undisclosed };
      },
    }),
  );
  return requests;
}

it("shows the shares of the largest and the index on 0 to 10,000, each with its explanation", async () => {
  const requests = answering();
  const { user } = render(<LeagueConcentration market={treasuries} />);
  const strip = within(await screen.findByRole("region", { name: /^Concentration by/ }));
  for (const figure of ["41.4", "80.0", "95.0", "2,163"]) {
    expect(await strip.findByText(figure)).toBeVisible();
  }
  expect(strip.getByText(/^of 107 /)).toBeVisible();
  const explain = strip.getByRole("button", { name: /^Explain, HHI/ });
  await user.click(explain);
  expect(explain).toHaveAttribute("aria-pressed", "true");
  expect(requests.map(({ measure }) => measure).toSorted()).toEqual(Object.keys(values).toSorted());
  expect(requests.every(({ group_by: by }) => by === requests[0]?.group_by && by)).toBe(true);
});

it("is a lower bound where the group of a part is not disclosed", async () => {
  answering({ shares: [0.12], at_most: [0.534] });
  render(<LeagueConcentration market={treasuries} />);
  const strip = within(await screen.findByRole("region", { name: /^Concentration by/ }));
  expect(await strip.findByText("≥ 41.4")).toBeVisible();
  expect(strip.getAllByText(/^of value; \w+ of 12\.0% not disclosed$/)).toHaveLength(3);
  expect(strip.getByText(/^of 107 .*; \w+ of 12\.0% not disclosed$/)).toBeVisible();
  expect(
    strip.getAllByTitle(/^At least 41\.4%, at most 53\.4%: 12\.0% of value has no disclosed \w+$/),
  ).not.toHaveLength(0);
});

it("states the day of the values where none is of the last day", async () => {
  const flags = {
    is_carried: true,
    is_partial: false,
    spans_gap: false,
    is_average: false,
    lacks_days: false,
  };
  answering(null, [{ from: "2026-01-01", to: "9999-12-31", value_date: "2026-11-13", ...flags }]);
  render(<LeagueConcentration market={treasuries} />);
  const strip = within(await screen.findByRole("region", { name: /^Concentration by/ }));
  expect(await strip.findAllByText("of value; value of 13 Nov 2026")).toHaveLength(3);
  expect(strip.getByText(/^of 107 .*; value of 13 Nov 2026$/)).toBeVisible();
});

it("is of the value that the page ranks by", async () => {
  const requests = answering();
  render(<LeagueConcentration market={stablecoins} />);
  expect(await screen.findByText("41.4")).toBeVisible();
  expect(new Set(requests.map(({ weight }) => weight))).toEqual(
    new Set(["bridged_token_market_cap_dollar"]),
  );
});
