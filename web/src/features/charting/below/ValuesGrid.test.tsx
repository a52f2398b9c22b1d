import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { conversionOf, convertChart } from "@/charts/derived/conversion";
import { noRestatements } from "@/charts/markers/useChartRestatements";
import { createPointedDay } from "@/charts/time/pointedDay";
import { addDays } from "@/lib/dates/day";
import { line } from "@/testing/timeseriesFixtures";
import type { PreparedChart } from "../prepared/preparedChart";
import { ValuesGrid } from "./ValuesGrid";

const days = Array.from({ length: 20 }, (_, place) => addDays("2026-10-17", place));

const chart: PreparedChart = {
  title: "Value",
  data: {
    days,
    series: [
      { id: "fund", name: "Fund", sample: false, values: days.map(() => 100) },
      {
        ...{ id: "count", name: "Holders", sample: false, role: "reference" },
        values: days.map(() => 4),
      },
    ],
  },
  interval: "day",
  unit: { kind: "money" },
  unitLine: "US$",
  state: { status: "ready" },
  adds: false,
  sample: false,
  freshness: null,
  coverage: null,
  footnotes: [],
  restatements: { rows: noRestatements, error: null, loaded: true, onRetry: () => {} },
  origin: async () => ({ sources: ["Issuer"], licence: "CC0" }),
  unitOf: (whose) => ({ unit: whose === "count" ? "count" : "usd", measure: "" }),
  numberOf: () => null,
};

/** The chart in euros, with a quote on each day but weekends up to the newest one. */
function inEuros(newest: string): PreparedChart {
  const isKnown = (day: string, place: number) => day <= newest && place % 7 > 1;
  const quotes = days.map((day, place) => (isKnown(day, place) || place === 0 ? 1.25 : null));
  const about = { subject_kind: "benchmark", subject_slug: "ecb-eur-usd" } as const;
  const answer = {
    interval: "day" as const,
    dates: days,
    to: days.at(-1) ?? "",
    lines: [line({ ...about, values: quotes })],
  };
  const isMoney = (id: string) => id === "fund";
  const conversion = conversionOf(chart.data, answer, { currency: "eur", isMoney });
  return convertChart(chart, conversion, { loads: [], origin: chart.origin });
}

function cellsOf(newest: string) {
  render(<ValuesGrid chart={inEuros(newest)} days={days} pointed={createPointedDay()} />);
  return (day: string) => {
    const row = screen.getByRole("row", { name: new RegExp(`^${day}`) });
    return within(row)
      .getAllByRole("gridcell")
      .map((cell) => cell.textContent);
  };
}

it("says of which day the rate of a converted value is, once there is no newer one", () => {
  const cells = cellsOf("2026-10-30");
  expect(cells("30 Oct 2026")).toEqual(["80.00", "4.00"]);
  expect(cells("31 Oct 2026")).toEqual(["80.00*, rate of 30 Oct 2026", "4.00"]);
  expect(cells("5 Nov 2026")).toEqual(["80.00*, rate of 30 Oct 2026", "4.00"]);
  // A weekend before has the rate of its Friday, as usual.
  expect(cells("25 Oct 2026")).toEqual(["80.00", "4.00"]);
});

it("says nothing of the rate where the newest one is a few days old", () => {
  const cells = cellsOf("2026-11-03");
  expect(cells("5 Nov 2026")).toEqual(["80.00", "4.00"]);
});
