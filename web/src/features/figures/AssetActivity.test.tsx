import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GetAggregateRequest, LatestValue } from "@/api/contract";
import { chartPage } from "@/charts/application/chartView";
import { decodeChart, encodeChart } from "@/charts/chartAddress";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { sampleAnswer, sampleGroup } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { AssetActivity } from "./AssetActivity";
import { monthRequests, monthsOf } from "./activityMonths";
import { assetActivity, queriesOfAsset } from "./assetEntity";
import "@/testing/charts";

const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };
const now = "2026-11-20T12:00:00.000Z";
const amounts: Record<string, number> = {
  daily_mints_dollar: 3e6,
  daily_burns_dollar: 1e6,
  net_flow_dollar: 2e6,
};

function monthly({ measure }: GetAggregateRequest) {
  const values = measure === "number_of_daily_transactions_count" ? [null, null] : [5e6, 7e6];
  const amount = amounts[measure];
  const group = sampleGroup(null, amount === undefined ? values : [amount, amount * 2]);
  const dates = ["2026-10-01", "2026-11-01"];
  return { ...sampleAnswer([group]), measure_slug: measure, interval: "month" as const, dates };
}

function latest(subject: string, measure: string): LatestValue {
  return {
    series_id: 1,
    subject_kind: "asset",
    subject_slug: subject,
    subject_name: "Alder Fund (sample)",
    measure_slug: measure,
    kind: "flow",
    unit: "usd",
    network_slug: null,
    source: "sample",
    is_sample: true,
    value: measure === "daily_burns_dollar" ? 1 : null,
    date: measure === "daily_burns_dollar" ? "2026-11-19" : null,
    age_days: 1,
    is_stale: false,
    changes: [],
    differing: [],
    is_average: false,
    value_date: measure === "daily_burns_dollar" ? "2026-11-19" : null,
    is_carried: false,
    is_partial: false,
  };
}

beforeEach(() => {
  vi.setSystemTime(new Date(now));
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "networks.list": () => ({ results: [], pagination: page }),
      "restatements.list": () => ({ results: [], pagination: page }),
      "timeseries.list": () => ({ results: [], pagination: page }),
      "timeseries.latest": ({ keys }) => ({
        results: keys.map(({ subject_slug: slug, measure }) => latest(slug, measure)),
        unknown: [],
        current_at: now,
      }),
      "timeseries.aggregate": (request) =>
        request.interval === "month" ? monthly(request) : sampleAnswer([sampleGroup(null, [1, 2])]),
    }),
  );
});

describe("the activity of an asset", () => {
  it("shows every month what came less what went, the newest first", async () => {
    render(<AssetActivity slug="alder-fund-sample" record={{ name: "Alder Fund (sample)" }} />);
    const table = await screen.findByRole("table", { name: "Activity by month" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows[0]).toHaveTextContent(/^November 2026.*6\.0.*2\.0.*\+4\.0/);
    expect(rows[1]).toHaveTextContent(/^October 2026.*3\.0.*1\.0.*\+2\.0/);
    expect(within(rows[0] as HTMLElement).getByText("Not available")).toBeInTheDocument();
  });

  it("stars the numbers of a month that is not over", async () => {
    render(<AssetActivity slug="alder-fund-sample" record={{ name: "Alder Fund (sample)" }} />);
    const table = await screen.findByRole("table", { name: "Activity by month" });
    const [running, over] = within(table).getAllByRole("row").slice(1);
    const stars = within(running as HTMLElement).getAllByText(", partial: not over");
    expect(stars.length).toBeGreaterThan(2);
    expect(over).not.toHaveTextContent("partial");
  });

  it("names the months in which numbers lack days, to come or withheld", () => {
    const requests = monthRequests(queriesOfAsset("alder-fund-sample"), "2026-11-19");
    const partial = {
      from: "2026-10-01",
      to: "2026-10-01",
      value_date: null,
      is_carried: false,
      is_partial: true,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    const partsOf = (to: string, withheld: boolean) => {
      const answers = requests.map((request) => {
        const answer = { ...monthly(request), to };
        const isLacking = withheld && request.measure === "daily_mints_dollar";
        const qualifiers = isLacking ? [partial] : [];
        return { ...answer, total: { ...answer.total, qualifiers } };
      });
      return monthsOf(answers).map(({ date, marks }) => {
        const isPartial = (mark: (typeof marks)["net"]) => mark?.is_partial ?? false;
        return [date, isPartial(marks.minted), isPartial(marks.net)];
      });
    };
    const textsOf = (to: string) => {
      const lacking = { ...partial, from: "2026-11-01", to: "2026-11-01", lacks_days: true };
      const answers = requests.map((request) => {
        const answer = { ...monthly(request), to };
        return { ...answer, total: { ...answer.total, qualifiers: [lacking] } };
      });
      return monthsOf(answers).map(({ marks: { net } }) => [qualifierLabel(net), net?.value_date]);
    };
    expect(textsOf("2026-11-19")).toEqual([
      ["partial: not over, and days are withheld", "2026-11-19"],
      [null, "2026-10-31"],
    ]);
    expect(textsOf("2026-11-30")[0]).toEqual([
      "partial: days are missing or withheld",
      "2026-11-30",
    ]);
    expect(partsOf("2026-11-19", false)).toEqual([
      ["2026-11-01", true, true],
      ["2026-10-01", false, false],
    ]);
    expect(partsOf("2026-11-30", true)).toEqual([
      ["2026-11-01", false, false],
      ["2026-10-01", true, false],
    ]);
  });

  it("has no net flow of a month in which a day has mints alone, as the API says", async () => {
    server.use(
      procedures({
        "timeseries.aggregate": (request) =>
          request.measure === "net_flow_dollar" && request.interval === "month"
            ? { ...monthly(request), ...sampleAnswer([sampleGroup(null, [2e6, null])]) }
            : monthly(request),
      }),
    );
    render(<AssetActivity slug="alder-fund-sample" record={{ name: "Alder Fund (sample)" }} />);
    const table = await screen.findByRole("table", { name: "Activity by month" });
    const row = within(table).getAllByRole("row")[1] as HTMLElement;
    expect(row).toHaveTextContent(/^November 2026.*6\.0.*2\.0/);
    expect(row).not.toHaveTextContent("+4.0");
  });

  it("offers only measures of which something is known", async () => {
    const { user } = render(
      <AssetActivity slug="alder-fund-sample" record={{ name: "Alder Fund (sample)" }} />,
    );
    const opener = await screen.findByRole("button", { name: /^Measure/ });
    await vi.waitFor(async () => {
      await user.click(opener);
      const offered = screen.getAllByRole("menuitemradio").map(({ textContent: text }) => text);
      await user.keyboard("{Escape}");
      expect(offered).toEqual(["Transfer volume", "Burns"]);
    }, 20_000);
  });
});

describe("the names of one chart in an address", () => {
  it("are those that begin as it says", () => {
    const search = "tab=activity&measure=nav&activity_measure=mints&activity_range=All";
    const page = chartPage(assetActivity("alder-fund-sample"));
    const state = decodeChart(page, search);
    expect(state).toMatchObject({ measure: "mints", range: "All" });
    expect(String(encodeChart(page, { ...state, range: "90D" }, search))).toBe(
      search.replace("All", "90D"),
    );
  });
});
