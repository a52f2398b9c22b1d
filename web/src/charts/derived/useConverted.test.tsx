import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GetAggregateRequest } from "@/api/contract";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import type { ShownChart } from "./shownChart";
import { useConverted } from "./useConverted";

/** A coin of a constant value that is a member at the ends of weeks alone would be revalued by the rates. */
const changes: GetAggregateRequest = {
  measure: "bridged_token_value_dollar",
  group_by: "platform",
  interval: "week",
  mode: "flow",
  from: "2026-06-01",
  to: "2026-06-14",
  is_cohort: true,
};

const chart: ShownChart = {
  data: {
    days: ["2026-06-01", "2026-06-08"],
    series: [{ id: "one", name: "One", sample: false, values: [0, 10] }],
  },
  unit: { kind: "money", decimals: 2, code: "US$", symbol: "$" },
  unitLine: "US$",
  state: { status: "ready" },
  sample: true,
  freshness: null,
  coverage: "Coverage 100% of 2 series.",
  footnotes: ["Like for like."],
  origin: () => Promise.reject(new Error("a chart without values has no origin")),
  unitOf: () => ({ unit: "usd", measure: changes.measure }),
  numberOf: () => null,
};

function Shown() {
  const settings = { currency: "eur", interval: "week", asOf: null, source: changes } as const;
  const { state, unitLine, coverage, footnotes } = useConverted(chart, settings);
  if (state.status !== "empty") return <p>{state.status}</p>;
  return (
    <>
      <p>{[state.title, state.text].join(": ")}</p>
      <p role="note">
        {unitLine}
        {coverage}
        {footnotes}
      </p>
    </>
  );
}

it("shows no change like for like whose days would be those of other members", async () => {
  // Any request for days or rates fails the test.
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
    }),
  );
  render(<Shown />);
  const text =
    /^No values in EUR: Like for like, changes and sums can be converted only day by day/;
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("note")).toHaveTextContent(/^EUR$/);
});
