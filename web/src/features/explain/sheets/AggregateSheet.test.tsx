import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { GetAggregateResponse } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { ExplainHost } from "../ExplainHost";
import { numberRequest } from "./AggregateSheet";

afterEach(() => act(() => explain(null)));

it("asks for an interval up to the newest day that is over, and for today as it stands", () => {
  vi.setSystemTime(new Date("2026-11-28T12:00:00Z"));
  const rangeOf = (interval: "day" | "week", date: string) => {
    const of = { measure: "bridged_token_value_dollar", interval };
    const { from, to } = numberRequest({ kind: "aggregate", of, date, name: "All" });
    return [from, to];
  };
  expect(rangeOf("week", "2026-11-16")).toEqual(["2026-11-16", "2026-11-22"]);
  expect(rangeOf("week", "2026-11-23")).toEqual(["2026-11-23", "2026-11-27"]);
  expect(rangeOf("day", "2026-11-27")).toEqual(["2026-11-27", "2026-11-27"]);
  expect(rangeOf("day", "2026-11-28")).toEqual(["2026-11-28", "2026-11-28"]);
});

describe("the explanation of a total that was not measured in its interval", () => {
  const partial = {
    value_date: null,
    is_carried: false,
    is_partial: true,
    spans_gap: false,
    lacks_days: false,
    is_average: false,
  };

  /** The sheet of the change of a week. */
  async function showWeek(part: Partial<GetAggregateResponse>, lacksDays = false) {
    const dates = ["2026-11-09"];
    const answer = sampleAnswer([sampleGroup("alder", [2e6]), sampleGroup("birch", [1e6])], {
      interval: "week",
      dates,
      ...part,
    });
    const own = { from: "2026-11-09", to: "2026-11-09", ...partial };
    const qualifiers = [{ ...own, lacks_days: lacksDays }];
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "assets.list": () => ({
          results: [],
          pagination: { page: 1, perPage: 2, pageCount: 0, resultCount: 0, nextCursor: null },
        }),
        "timeseries.origins": () => ({ runs: [], methods: [], withheld: [], loads: [] }),
        "timeseries.aggregate": () => ({ ...answer, total: { ...answer.total, qualifiers } }),
      }),
    );
    render(<ExplainHost />);
    const measure = "bridged_token_value_dollar";
    act(() =>
      explain({
        kind: "aggregate",
        of: { measure, subject_kind: "asset", interval: "week", mode: "flow" },
        date: "2026-11-09",
        name: "U.S. Treasuries",
      }),
    );
    return within(await screen.findByRole("dialog", { name: "Explain" }));
  }

  it("says what the number lacks, and between which values a change is", async () => {
    const sheet = await showWeek({ to: "2026-11-15" });
    expect(await sheet.findByText("partial: days are missing or withheld")).toBeVisible();
    const method = /from the last value before the interval, however old, to the last one within/;
    expect(sheet.getByText(method)).toBeVisible();
  });

  it("says of a week that is over that days are missing, where its values end within it", async () => {
    const sheet = await showWeek({ to: "2026-11-12" });
    expect(await sheet.findByText("partial: days are missing or withheld")).toBeVisible();
    expect(sheet.queryByText(/not over/)).toBeNull();
  });

  it("says that the interval is not over", async () => {
    const sheet = await showWeek({ to: "2026-11-12", current_at: "2026-11-13T10:00:00.000Z" });
    expect(await sheet.findByText("partial: not over")).toBeVisible();
    expect(sheet.queryByText("partial: days are missing or withheld")).toBeNull();
  });

  it("says both where the interval is not over and withheld days are missing", async () => {
    const running = { to: "2026-11-12", current_at: "2026-11-13T10:00:00.000Z" };
    const sheet = await showWeek(running, true);
    expect(await sheet.findByText("partial: not over, and days are withheld")).toBeVisible();
  });
});
