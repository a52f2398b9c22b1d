import { readFileSync } from "node:fs";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { readCsv } from "./support/csv";
import { explainByKeys } from "./support/explain";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { hasSamples } from "./support/samples";
import { expect, oneLook } from "./support/test";

type Group = { key: string | null; values: Array<number | null>; member_count: number };
type Answer = { dates: string[]; groups: Group[]; total: Group; group_count: number };

const pages = {
  "/": "Distributed value",
  "/stablecoins": "Market value",
  "/treasuries": "Distributed value",
  "/global-bonds": "Distributed value",
  "/private-credit": "Active loans value",
  "/commodities": "Distributed value",
  "/institutional-funds": "Distributed value",
  "/stocks": "Distributed value",
  "/real-estate": "Distributed value",
} as const;

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

const strip = (page: Page) => page.getByRole("region", { name: "Key figures", exact: true });
const league = (page: Page) => page.getByRole("region", { name: "League table" });
const references = (page: Page) =>
  page.getByRole("region", { name: "Reference rates and prices" }).first();

/** The questions that the page asks, with their answers, as they went over the line. */
function listen(page: Page) {
  const heard: Array<{ request: Record<string, unknown>; answer: Answer }> = [];
  page.on("response", async (response) => {
    const url = new URL(response.url());
    const names = decodeURIComponent(url.pathname.split("/api/trpc/")[1] ?? "").split(",");
    if (!names.includes("timeseries.aggregate") || !response.ok()) return;
    const inputs = JSON.parse(url.searchParams.get("input") ?? "{}");
    const answers = await response.json().catch(() => []);
    names.forEach((name, place) => {
      if (name !== "timeseries.aggregate" || !answers[place]?.result) return;
      heard.push({ request: inputs[place], answer: answers[place].result.data });
    });
  });
  return heard;
}

async function settled(page: Page): Promise<void> {
  await expect(strip(page).locator("[aria-busy=true]")).toHaveCount(0);
  await expect(references(page).locator("[aria-busy=true]")).toHaveCount(0);
  await expect(league(page).locator("table[aria-busy=true]")).toHaveCount(0);
}

async function tileText(tiles: Locator, label: string): Promise<string> {
  const tile = tiles
    .getByRole("listitem")
    .filter({ has: tiles.page().getByText(label, { exact: true }) });
  return ((await tile.textContent()) ?? "").replace(/\s+/g, " ");
}

/** A number of each card that only one class has and phones show, too, with the text of its explanation. */
const explained = [
  ["/stablecoins", "Peg deviation", / peg deviation,/, "The price minus one dollar"],
  ["/treasuries", "League table", /^Explain, Share of/, "The first input divided by the second"],
  ["/treasuries", "Yields and fees", /^Explain, 3-month Treasury bill,/, "Versions"],
  [
    "/commodities",
    "Physical units and premium",
    /^Explain, Troy ounces of/,
    "The first input times the",
  ],
  [
    "/institutional-funds",
    "Age of net asset values",
    /^Explain, NAV age of/,
    "Days from that date",
  ],
  [
    "/private-credit",
    "Loans by collateral",
    /^Explain, Share,/,
    "The first input divided by the second",
  ],
  [
    "/private-credit",
    "Vintages",
    /^Explain, Default rate,/,
    "The first input divided by the second",
  ],
  [
    "/private-credit",
    "Cumulative default curves",
    /^Explain, Defaulted within/,
    "divided by the principal originated",
  ],
  [
    "/private-credit",
    "Delinquency",
    /^Explain, Share of outstanding,/,
    "The first input divided by the second",
  ],
] as const;

/** The parts that all market pages have. */
async function expectRealParts(page: Page, label: string): Promise<void> {
  await settled(page);
  const tiles = strip(page);
  await expect(tiles.getByRole("listitem")).toHaveCount(6);
  await expect(tiles.getByText("Could not load")).toHaveCount(0);
  // Real series stand there in both modes, each with its own day.
  await expect(references(page).getByRole("listitem")).toHaveCount(6);
  await expect(references(page).getByText("Not loaded")).toHaveCount(0);
  await expect(
    references(page)
      .getByText(/\d{1,2} \w{3} 20\d\d/)
      .first(),
  ).toBeVisible();
  if (hasSamples) {
    await expect(page.getByRole("note")).toContainText("Sample data");
    expect(await tileText(tiles, label)).toMatch(/\$[\d.,]+/);
    await expect(league(page).getByRole("row").nth(1)).toBeVisible();
  } else {
    expect(await tileText(tiles, label)).toContain("Not available");
    await expect(page.getByText("No data for this view yet")).toBeVisible();
    await expect(league(page).getByText("No values available yet")).toBeVisible();
    await expect(strip(page).getByRole("img", { name: "Sample" })).toHaveCount(0);
  }
}

// The pages have the same parts: on a phone those of the overview are looked at.
for (const [address, label] of Object.entries(pages)) {
  if (address === "/") continue;
  test(
    `${address} shows what is real, samples only as such, and explains its own cards by keys`,
    oneLook,
    async ({ page }) => {
      await page.goto(address);
      await expectRealParts(page, label);
      if (!hasSamples) return;
      for (const [, title, name, expected] of explained.filter(([where]) => where === address)) {
        const card = page.getByRole("region", { name: title });
        const number = card.getByRole("button", { name }).first();
        await number.scrollIntoViewIfNeeded();
        await number.focus();
        await explainByKeys(page, number, expected);
      }
    },
  );
}

/** The value of a measure over all loans at the end of the last complete day, from the service. */
async function ofLoans(request: APIRequestContext, measure: string): Promise<number | null> {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const query = { measure, subject_kind: "loan", from: day, to: day };
  const input = encodeURIComponent(JSON.stringify(query));
  const answer = await request.get(`/api/trpc/timeseries.aggregate?input=${input}`);
  expect(answer.ok()).toBe(true);
  return (await answer.json()).result.data.total.values[0];
}

test(
  "the figures above the loans are what the service says, or say why there are none",
  oneLook,
  async ({ page, request }) => {
    await page.goto("/loans");
    const tiles = strip(page);
    await expect(tiles.getByRole("listitem")).toHaveCount(6);
    await expect(tiles.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(tiles.getByText("Could not load")).toHaveCount(0);
    if (!hasSamples) {
      for (const label of ["Active loans value", "Base APR, by principal", "Late amount"]) {
        expect(await tileText(tiles, label)).toContain("Not available");
      }
      return;
    }
    await expect(page.getByRole("note")).toHaveCount(1);
    await expect(page.getByRole("note")).toContainText("Sample data");
    const [owed, defaulted, originated, late] = await Promise.all(
      [
        "outstanding_capital",
        "defaulted_loans_amount",
        "cumulative_issued_amount",
        "late_loans_amount",
      ]
        .map((measure) => `${measure}_dollar`)
        .map((measure) => ofLoans(request, measure)),
    );
    const expected: ReadonlyArray<[string, number]> = [
      ["Active loans value", (owed ?? 0) - (defaulted ?? 0)],
      ["Total originated", originated ?? 0],
      ["Late amount", late ?? 0],
      ["Defaulted amount", defaulted ?? 0],
    ];
    for (const [label, value] of expected) {
      const tile = tiles
        .getByRole("listitem")
        .filter({ has: page.getByText(label, { exact: true }) });
      const exact = value.toLocaleString("en-US", { maximumFractionDigits: 0 });
      await expect(tile.getByTitle(`$${exact}`)).toBeVisible();
    }
    const number = tiles.getByRole("button", { name: /^Explain(ed)?, Late amount,/ });
    await number.focus();
    await explainByKeys(page, number, "select one to explain it");
  },
);

/** The ranking of networks is what the service answers, and its rows make its total. */
async function expectRanking(page: Page, heard: ReturnType<typeof listen>): Promise<void> {
  const find = () =>
    heard.find(
      ({ request: { group_by: by, measure, subject_kind: kind }, answer }) =>
        by === "network" &&
        kind === "token" &&
        measure === "bridged_token_value_dollar" &&
        answer.dates.length === 31,
    );
  // On a phone the ranking stands below the window, and comes when nothing else is to do.
  await expect.poll(find).toBeDefined();
  const request = find();
  const { groups, total, group_count: count } = request?.answer ?? { groups: [], total: undefined };
  const whole = total?.values.at(-1) ?? 0;
  const sum = groups.reduce((all, { values }) => all + (values.at(-1) ?? 0), 0);
  expect(Math.abs(sum - whole)).toBeLessThan(whole * 1e-9 + 0.01);
  const millions = (value: number) =>
    (value / 1e6).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const rows = league(page).getByRole("row");
  await expect(rows.nth(1)).toContainText(millions(groups[0]?.values.at(-1) ?? 0));
  await expect(rows.last()).toContainText(`All ${count} networks`);
  await expect(rows.last()).toContainText(millions(whole));
}

/** The strip shows the largest assets of each class, as the service answers. */
async function expectLargestAssets(page: Page, heard: ReturnType<typeof listen>): Promise<void> {
  const find = () =>
    heard.find(
      ({ request: { group_by: by, group_limit: limit, measure }, answer }) =>
        by === "asset" &&
        limit === 60 &&
        measure === "bridged_token_value_dollar" &&
        answer.dates.length === 8,
    );
  await expect.poll(find).toBeDefined();
  if (!hasSamples) {
    await expect(page.getByText("No values of assets available yet")).toBeVisible();
    return;
  }
  const ticker = page.getByRole("region", { name: /^Largest assets by class/ });
  const largest = find()?.answer.groups[0];
  const item = ticker.getByRole("listitem").filter({
    has: page.locator(`a[href="/assets/${largest?.key}"]`),
  });
  const exact = (largest?.values.at(-1) ?? 0).toLocaleString("en-US", { maximumFractionDigits: 2 });
  await expect(item.last().getByTitle(`$${exact}`)).toBeVisible();
  const number = item.last().getByRole("button", { name: /^Explain, Value of/ });
  await number.focus();
  await page.keyboard.press("Enter");
  await expect(number).toHaveAttribute("aria-pressed", "true");
}

test("the overview shows what is real, and its rankings of networks and assets are what the service answers", async ({
  page,
}) => {
  const heard = listen(page);
  await page.goto("/");
  await expectRealParts(page, pages["/"]);
  // Without sample data nothing is ranked.
  if (hasSamples) await expectRanking(page, heard);
  await expectLargestAssets(page, heard);
});

test(
  "what is drawn is what the file of the chart and the service say",
  oneLook,
  async ({ page }) => {
    test.skip(!hasSamples, "without sample data nothing is drawn");
    const heard = listen(page);
    await page.goto("/treasuries?group_by=network&range=90D");
    const card = page.getByRole("region", { name: "Distributed value by network" });
    await expect(card.getByRole("application")).toBeVisible();
    await card.getByRole("button", { name: "More" }).click();
    const arrives = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download CSV" }).click();
    const text = readFileSync(await (await arrives).path(), "utf8");
    expect(text).toMatch(/sample data/i);
    const request = heard.find(
      ({ request: { group_limit: limit }, answer }) => limit === 7 && answer.dates.length === 91,
    );
    const newest = request?.answer.groups[0]?.values.at(-1) ?? Number.NaN;
    const table = text.replace(/^(#.*\r\n)+/, "");
    const cells = readCsv(table).flatMap((row) => Object.values(row));
    expect(cells.some((cell) => Math.abs(Number(cell) - newest) < 0.01)).toBe(true);
  },
);

test(
  "what a card has worked out is saved in three formats, and a fee leads to the record that says it",
  oneLook,
  async ({ page }) => {
    test.skip(!hasSamples, "without sample data nothing flows");
    await page.goto("/treasuries");
    const card = page.getByRole("region", { name: "Net flows" });
    await expect(card.getByRole("button", { name: "CSV" })).toBeEnabled();
    const saved = async (press: () => Promise<void>) => {
      const arrives = page.waitForEvent("download");
      await press();
      return readFileSync(await (await arrives).path());
    };
    const chosen = (name: string) => async () => {
      await card.getByRole("button", { name: "Other file formats" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    const csv = await saved(() => card.getByRole("button", { name: "CSV" }).click());
    expect(csv.toString("utf8")).toMatch(/^# Licence: \S/m);
    const rows = readCsv(csv.toString("utf8").replace(/^(#.*\r\n)+/, ""));
    expect(rows[0]).toMatchObject({ sample: "true" });
    expect(rows[0]?.load_sources).toBeTruthy();
    const lines = (await saved(chosen("NDJSON"))).toString("utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(rows.length + 1);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ _file: { has_sample: true } });
    const parquet = await saved(chosen("Parquet"));
    expect(parquet.subarray(0, 4).toString()).toBe("PAR1");
    expect(parquet.subarray(-4).toString()).toBe("PAR1");
    expect(parquet.includes("net_flow_30d_dollar")).toBe(true);

    // A phone has no room for the column.
    const yields = page.getByRole("region", { name: "Yields and fees" });
    await yields
      .getByRole("button", { name: / management fee,/ })
      .first()
      .click();
    const panel = page.getByRole("dialog", { name: "Explain" });
    await expect(panel.getByText("Generated sample data, no source")).toBeVisible();
    await expect(panel.getByText("Annual management fee.")).toBeVisible();
    await expect(panel.getByText("Correct it")).toBeVisible();
  },
);

test("measure, grouping, range and ranking stand in the address and come back from it", async ({
  page,
}) => {
  await page.goto("/treasuries");
  await settled(page);
  const picker = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  await picker("Measure").click();
  await page.getByRole("menuitemradio", { name: "Holders" }).click();
  await expect(page).toHaveURL(/measure=holders/);
  const chart = page.getByRole("region", { name: /^Holders by/ });
  // Cards above grow as their numbers come: a press that misses is made again.
  const choose = (choice: Locator, address: RegExp) =>
    expect(async () => {
      await choice.click({ force: true });
      await expect(page).toHaveURL(address, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
  await choose(chart.getByRole("radio", { name: "90D" }), /range=90D/);
  await league(page)
    .getByRole("tab", { name: /^Networks/ })
    .click();
  await expect(page).toHaveURL(/ranking=networks/);
  await choose(league(page).getByRole("radio", { name: "Represented" }), /bucket=represented/);
  await page.reload();
  await settled(page);
  await expect(page.getByRole("heading", { name: /^Holders by/ })).toBeVisible();
  await expect(league(page).getByRole("tab", { name: /^Networks/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.goBack();
  await expect(league(page).getByRole("radio", { name: "Distributed" })).toBeChecked();
});

test("the numbers of an asset stand on its page and in the list", async ({ page }) => {
  test.skip(!hasSamples, "without sample data no asset has numbers");
  await page.goto("/assets?filter=is_sample:is:true&filter=asset_class_slug:is:treasury-products");
  // A table, or on a phone cards.
  const list = page.getByRole("region", { name: "Assets", exact: true });
  const sample = page.getByRole("link", { name: /\(sample\)/ });
  const rows = list.getByRole("row").or(list.getByRole("listitem")).filter({ has: sample });
  await expect(rows.first()).toContainText(/\d\.\d/);
  const link = rows.first().getByRole("link").first();
  const name = await link.locator("bdi").first().textContent();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: name ?? "" })).toBeVisible();
  await expect(strip(page).locator("[aria-busy=true]")).toHaveCount(0);
  await expect(strip(page).getByText("NAV", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Value by network" })).toBeVisible();
  await page.goto(`${page.url()}?range=All`);
  const chart = page.getByRole("region", { name: "Value by network" });
  await expect(chart.getByText(`${name} started on`)).toBeVisible();
});
