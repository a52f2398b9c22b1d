import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Market } from "@/charts/queries/market";
import { yieldConventions } from "@/lib/format/yieldConventions";
import { answerTo } from "@/testing/marketFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized, unavailable } from "@/testing/server";
import {
  commodities,
  globalBonds,
  institutionalFunds,
  realEstate,
  stablecoins,
  stocks,
  treasuries,
} from "../markets/classMarkets";
import { privateCredit } from "../markets/creditMarket";
import { ClassModule } from "./ClassModule";
import "@/testing/charts";

const page = { page: 1, perPage: 100, pageCount: 1, resultCount: 0, nextCursor: null };

/** The records of the two assets with values. */
const record = {
  harbour: {
    slug: "harbour-chain",
    name: "Harbour (sample)",
    matures_on: "2031-05-01",
    strategy: "multi_strategy",
    appraised_on: "2026-10-01",
    underlying_ticker: "sOAK",
    underlying_name: "Oak Works (sample)",
    originated_on: "2024-02-01",
    collateral_type: "real_estate",
    sector: "sme",
  },
  orchard: {
    slug: "orchard-chain",
    name: "Orchard (sample)",
    matures_on: "2028-05-01",
    strategy: null,
    appraised_on: "2023-10-01",
    underlying_ticker: "sOAK",
    underlying_name: "Oak Works (sample)",
    originated_on: "2025-06-01",
    collateral_type: null,
    sector: "trade",
  },
};

function show(market: Market, known: boolean | "broken", hasRecords = false, count?: number) {
  const records = hasRecords ? Object.values(record) : [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": (request) =>
        known === "broken"
          ? unavailable
          : { ...answerTo(request, known), ...(count !== undefined && { group_count: count }) },
      "timeseries.latest": ({ keys }) => ({
        results: keys.map(({ subject_slug: slug }, place) => ({
          series_id: place + 1,
          subject_kind: "asset",
          subject_slug: slug,
          subject_name: `${slug} (sample)`,
          measure_slug: "net_asset_value_dollar",
          kind: "stock",
          unit: "usd",
          network_slug: null,
          source: "Harbour register (sample)",
          is_sample: true,
          value: 101.5,
          date: "2026-10-31",
          age_days: 20 + place,
          is_stale: place > 0,
          changes: [],
          differing: [],
          is_average: false,
          value_date: "2026-10-31",
          is_carried: true,
          is_partial: false,
        })),
        unknown: [],
        current_at: "2026-11-20T10:00:00.000Z",
      }),
      "assets.list": () => ({ results: records, pagination: page }) as never,
      "loans.list": () => ({ results: records, pagination: page }) as never,
      "countries.list": () => ({ results: [], pagination: page }),
    }),
  );
  return render(<ClassModule market={market} />);
}

describe("what only the page of a class has", () => {
  it("shows yields by country, with the whole under its parts", async () => {
    show(globalBonds, true);
    const table = await screen.findByRole("table", { name: "Yields by country and kind" });
    const rows = within(table).getAllByRole("row");
    expect(rows[1]).toHaveTextContent(/^harbour-chain/);
    expect(rows.at(-1)).toHaveTextContent(/^All/);
    expect(screen.getByRole("radio", { name: "Kind" })).not.toBeChecked();
    expect(within(table).getByRole("columnheader", { name: "YTM" })).toHaveAttribute(
      "title",
      `Percent ${yieldConventions.toMaturity}`,
    );
  });

  it("shows where Treasuries are issued, and what those earn", async () => {
    show(treasuries, true);
    const table = await screen.findByRole("table", { name: "By domicile" });
    expect(
      within(table).getByRole("columnheader", { name: "7d yield, simple p.a." }),
    ).toBeVisible();
    expect(within(table).getAllByRole("row")[1]).toHaveTextContent(/^harbour-chain/);
  });

  it("shows the ages of net asset values, the oldest first, and which are late", async () => {
    show(institutionalFunds, true);
    const table = await screen.findByRole("table", { name: "Age of net asset values" });
    const rows = within(table).getAllByRole("row");
    expect(rows[1]).toHaveTextContent(/orchard-chain.*31 Oct 2026.*21.*Late/);
    expect(rows[2]).toHaveTextContent(/harbour-chain.*20.*On time/);
    for (const what of ["Value", "NAV", "NAV age"]) {
      const name = new RegExp(`^Explain, ${what} of harbour-chain`);
      expect(within(table).getByRole("button", { name })).toBeVisible();
    }
  });

  it("shows when bonds fall due, the next first", async () => {
    show(globalBonds, true, true);
    const table = await screen.findByRole("table", { name: "Maturity ladder" });
    const rows = within(table).getAllByRole("row");
    expect(rows[1]).toHaveTextContent(/^2028/);
    expect(rows[2]).toHaveTextContent(/^2031/);
    const explain = (name: RegExp) => within(table).getByRole("button", { name });
    expect(explain(/^Explain, 2031/)).toBeVisible();
    for (const what of ["Tokens", "Share", "30d"]) {
      expect(explain(new RegExp(`^Explain, ${what}, 2031`))).toBeVisible();
    }
    expect(explain(/^Explain, All,/)).toBeVisible();
  });

  it("shows strategies of funds, and of which none is known", async () => {
    show(institutionalFunds, true, true);
    const table = await screen.findByRole("table", { name: "By strategy" });
    const names = within(table).getAllByRole("rowheader");
    expect(screen.getByRole("heading", { name: "Distributed value by strategy" })).toBeVisible();
    expect(names.map(({ textContent: text }) => text?.trim())).toEqual([
      "Multi strategy Sample",
      "Not disclosed Sample",
      "All Sample",
    ]);
    const legend = await screen.findByRole("table", { name: "Legend" });
    for (const name of ["Multi strategy", "Not disclosed", "Total"])
      expect(within(legend).getByRole("row", { name: new RegExp(name) })).toHaveTextContent(
        "Sample",
      );
  });

  it("puts together all that follow one share", async () => {
    show(stocks, true, true);
    const table = await screen.findByRole("table", { name: "Distributed value by underlying" });
    expect(within(table).getAllByRole("row")[1]).toHaveTextContent(/^sOAK · Oak Works.*2/);
  });

  it("shows how old appraisals are, and returns with distributions reinvested", async () => {
    show(realEstate, true, true);
    const countries = await screen.findByRole("table", { name: "By country" });
    expect(within(countries).getByRole("columnheader", { name: "1y return" })).toHaveAttribute(
      "title",
      `Over 365 days, ${yieldConventions.returns}`,
    );
    expect(screen.getByText(/with the 1-year return, distributions reinvested/)).toBeVisible();
    const table = await screen.findByRole("table", { name: "Appraisal age" });
    const names = within(table).getAllByRole("rowheader");
    expect(names[0]).toHaveTextContent("Up to 3 months");
    expect(names[1]).toHaveTextContent("More than 2 years");
  });

  it("shows what became of the loans of each year, and saves it", async () => {
    const { user } = show(privateCredit, true, true);
    const table = await screen.findByRole("table", { name: "Vintages" });
    const names = () =>
      within(table)
        .getAllByRole("rowheader")
        .map((cell) => cell.textContent?.trim());
    expect(names()).toEqual(["2024 Sample", "2025 Sample", "All Sample"]);
    await waitFor(() => {
      for (const file of screen.getAllByRole("button", { name: "CSV" })) expect(file).toBeEnabled();
    });
    for (const what of ["Loans", "Originated", "In default", "Default rate", "Cumulative"]) {
      for (const row of ["2024", "All"]) {
        const name = new RegExp(`^Explain, ${what}, ${row}`, "i");
        expect(within(table).getByRole("button", { name })).toBeVisible();
      }
    }
    const card = screen.getByRole("region", { name: "Vintages" });
    await user.click(within(card).getByRole("radio", { name: "Quarter" }));
    await waitFor(() =>
      expect(names()).toEqual(["Q1 2024 Sample", "Q2 2025 Sample", "All Sample"]),
    );
  });

  it("shows what is owed by collateral and by sector, and draws it", async () => {
    const { user } = show(privateCredit, true, true);
    const table = await screen.findByRole("table", { name: "Loans by collateral" });
    const names = (of: HTMLElement) =>
      within(of)
        .getAllByRole("rowheader")
        .map((cell) => cell.textContent?.trim());
    const marked = ["Real estate Sample", "Not disclosed Sample", "All Sample"];
    expect(names(table)).toEqual(expect.arrayContaining(marked));
    for (const name of [/^Explain, Real estate/, /^Explain, Loans, Real estate/]) {
      expect(within(table).getByRole("button", { name })).toBeVisible();
    }
    const picture = screen.getByRole("region", { name: "Outstanding by collateral" });
    await user.click(within(picture).getByRole("button", { name: "More" }));
    const file = await screen.findByRole("menuitem", { name: "All values and sources, Parquet" });
    expect(file).not.toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("radio", { name: "Sector" }));
    const sectors = await screen.findByRole("table", { name: "Loans by sector" });
    expect(names(sectors)).toEqual(
      expect.arrayContaining(["SME Sample", "Trade Sample", "All Sample"]),
    );
    expect(screen.getByRole("heading", { name: "Outstanding by sector" })).toBeVisible();
  });

  it("leads from a yield to what it is made of, by country and for all", async () => {
    show(globalBonds, true);
    const table = await screen.findByRole("table", { name: "Yields by country and kind" });
    expect(
      within(table).getByRole("button", { name: /^Explain, YTM, harbour-chain/ }),
    ).toBeVisible();
    expect(within(table).getByRole("button", { name: /^Explain, YTM, all/ })).toBeVisible();
  });

  it.each([
    [stablecoins, "Of the 100 largest; 12 smaller ones are grouped as Others."],
    [globalBonds, "Of the 100 largest; 12 smaller ones are grouped as Others."],
    [institutionalFunds, "Of the 40 largest; 72 smaller ones are omitted."],
    [commodities, "Of the 2 largest; 110 others are omitted."],
  ])("says how many it does not tell apart", async (market, words) => {
    show(market, true, true, 112);
    expect(await screen.findByText((text) => text.endsWith(words))).toBeVisible();
  });

  it("says why there is nothing", async () => {
    show(stablecoins, false);
    expect(await screen.findByText("No values available")).toBeVisible();
  });

  it("says that products without a known unit cannot be weighed", async () => {
    show(commodities, true);
    expect(await screen.findByText("No supply data available")).toBeVisible();
  });

  it("can be loaded again where its numbers cannot be loaded", async () => {
    show(globalBonds, "broken");
    const [again] = await screen.findAllByRole("button", { name: /Try again/ });
    expect(again).toBeVisible();
  });
});
