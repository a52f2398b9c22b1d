import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { seedRows } from "@/lib/files/seedRows";
import { thresholds, withThresholds } from "@/lib/format/thresholds";
import declared from "../../../../proto/declared/withheld_reasons.json";
import { Definitions } from "./Definitions";

it("states every reason for which the services withhold a value", () => {
  render(<Definitions />);
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toHaveLength(declared.length);
  for (const { meaning } of declared) {
    expect(items.filter((text) => text?.startsWith(withThresholds(meaning)))).toHaveLength(1);
  }
});

it("states when an unchanged value has a yield as its measures do, and the base of adjusted shares", () => {
  render(<Definitions />);
  const text = (id: string) => document.getElementById(id)?.textContent;
  const interval =
    "and the time between the last one and the one before is at most 1.25 times the period";
  const measure = seedRows("measures.csv").find(({ slug }) => slug === "yield_30d");
  expect(text("distributions")).toContain(interval);
  expect(measure?.description).toContain(interval);
  expect(text("holders")).toContain("its shares refer to the remaining units");
  expect(text("yields")).toContain("Of two equally near valuations, the earlier one is used");
  const daily = seedRows("measures.csv").find(({ slug }) => slug === "daily_yield_rate");
  const days = `${thresholds.daily_yield_days} days apart`;
  expect(text("yields")).toContain(`the two are at most ${days}`);
  expect(daily?.description).toContain(`Not available if they are more than ${days}`);
  expect(text("turnover")).toContain("Carried values count");
  const unlessStated = "only if the catalog states that they bear a yield";
  expect(text("yields")).toContain(unlessStated);
  expect(measure?.description).toContain(unlessStated);
});

it("states why a net flow is not available, what a premium compares, and how sums are converted", () => {
  render(<Definitions />);
  const text = (id: string) => document.getElementById(id)?.textContent;
  expect(text("net-flows")).toContain("if only one of the two is reported on one of the days");
  expect(text("net-flows")).toContain("days of this period without an event count as zero");
  expect(text("premiums")).toContain("hours within a day are not distinguished");
  expect(text("premiums")).toContain("for assets that do not report both");
  expect(text("currencies")).toContain("add up their days, each converted at its own rate");
  expect(text("currencies")).toContain(
    "Like for like, changes and sums are converted only day by day",
  );
  expect(text("premiums")).toContain("including that of a shortened session");
  const premiums = ["premium_to_underlying", "premium_to_underlying_closed"].map(
    (name) => seedRows("measures.csv").find(({ slug }) => slug === name)?.description,
  );
  for (const description of premiums) expect(description).toContain("on a day (UTC)");
});
