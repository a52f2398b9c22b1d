import type { BrowserContext, Page } from "@playwright/test";
import { csvOf } from "./support/chartFile";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook, test as testAlone } from "./support/test";
import { weighVisit } from "./support/visitScripts";

type Group = { key: string | null; values: (number | null)[] };
type Aggregate = {
  dates: string[];
  groups: Group[];
  total: Group & { member_count: number; has_sample: boolean };
};

const charting = "enable-asset-charting-page";

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

/** The answer of the service to the query of a page. */
async function ask(context: BrowserContext, input: object): Promise<Aggregate> {
  const parameter = encodeURIComponent(JSON.stringify(input));
  const answer = await context.request.get(`/api/trpc/timeseries.aggregate?input=${parameter}`);
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { result: { data: Aggregate } }).result.data;
}

const values = (page: Page) => page.getByRole("grid", { name: /^Values/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Explain" });

/** The numbers of the newest day in the table, in the unit of its head. */
async function newestRow(page: Page): Promise<string[]> {
  const row = values(page).locator("tbody tr").first();
  const cells = await row.getByRole("gridcell").allTextContents();
  // A star and its reason stand behind a figure that was not measured on its day.
  return cells.map((text) => text.replace(/\*.*$|,? ?explain$|no value, explain$/, ""));
}

const pages = [
  {
    path: "/assets/timeseries",
    input: {
      measure: "bridged_token_value_dollar",
      subject_kind: "asset",
      group_by: "asset_class",
    },
  },
  {
    path: "/pool_timeseries",
    input: { measure: "outstanding_capital_dollar", subject_kind: "pool", group_by: "platform" },
  },
  {
    path: "/loan_timeseries",
    input: { measure: "outstanding_capital_dollar", subject_kind: "loan", group_by: "platform" },
  },
] as const;

type OpenedPage = {
  page: Page;
  context: BrowserContext;
  inspect: (page: Page) => Promise<void>;
};

for (const { path, input } of pages) {
  const title = `${path} draws what the service answers, and gives the same as a file`;
  const draw = async ({ page, context, inspect }: OpenedPage) => {
    await switchOn(page, charting);
    const noteWeight = weighVisit(page);
    await page.goto(`${path}?range=90D`);
    await expect(values(page)).toBeVisible();
    if (path === "/assets/timeseries") {
      await page.waitForLoadState("networkidle");
      await noteWeight("a charting page");
    }
    await inspect(page);
    const to = daysAgo(1);
    const question = { ...input, interval: "day", mode: "level", group_limit: 7 };
    const answer = await ask(context, { ...question, from: daysAgo(91), to });
    const { head, rows } = await csvOf(page);
    const drawn = answer.groups.filter((group) => group.values.some((value) => value !== null));
    expect(drawn.length).toBeGreaterThan(0);
    const newest = rows.at(-1) ?? [];
    const place = answer.dates.indexOf(newest[0] ?? "");
    expect(place).toBeGreaterThanOrEqual(0);
    const figures = newest
      .slice(1, drawn.length + 1)
      .map((text) => (text === "" ? null : Number(text)));
    const answered = drawn.map((group) => group.values[place] ?? null);
    expect(head.length).toBeGreaterThan(drawn.length);
    expect(figures).toEqual(answered);
    const known = answered.filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + value, 0);
    expect(sum).toBeCloseTo(answer.total.values[place] ?? 0, -2);
    const row = await newestRow(page);
    const shownSum = Number((row[0] ?? "").replaceAll(",", ""));
    const scale = [1, 1e3, 1e6, 1e9, 1e12].find((size) => Math.abs(shownSum * size - sum) <= size);
    expect(scale, `${row[0]} is ${sum} in some unit`).toBeDefined();
    expect(answer.total.has_sample).toBe(true);
    await expect(page.getByRole("note")).toContainText("Sample data");
  };
  // The scripts of one of them are weighed, by a browser that has none of them yet.
  if (path === "/assets/timeseries") testAlone(title, draw);
  else test(title, draw);
}

test("/protocol_timeseries draws loans by protocol", async ({ page, inspect }) => {
  await switchOn(page, charting);
  await page.goto("/protocol_timeseries");
  await expect(values(page)).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Outstanding principal by platform" }),
  ).toBeVisible();
  await inspect(page);
});

test("shipped benchmarks are drawn and each value shows its source, licence and file", async ({
  page,
  inspect,
}) => {
  await switchOn(page, charting);
  await page.goto("/assets/timeseries?measure=units_per_euro&range=All");
  await expect(values(page)).toBeVisible();
  await expect(page.getByRole("note")).not.toContainText("fictitious");
  await values(page).getByRole("gridcell").first().getByRole("button").click();
  await expect(panel(page)).toContainText("European Central Bank");
  await expect(panel(page)).toContainText("ecb_fx_daily.csv");
  await expect(panel(page).getByRole("heading", { name: "Versions" })).toBeVisible();
  await inspect(page);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test("the whole view stands in the address and comes back from it", async ({ page }) => {
  await switchOn(page, charting);
  await page.goto("/assets/timeseries?measure=units_per_euro&range=All");
  await expect(values(page)).toBeVisible();
  await page.getByRole("radio", { name: "Log" }).click();
  await expect(page).toHaveURL(/scale=log/);
  await page.getByRole("combobox", { name: "Aggregation level" }).click();
  await page.getByRole("option", { name: "Month" }).click();
  await expect(page).toHaveURL(/interval=month/);
  await expect(values(page).getByRole("columnheader", { name: "USD per euro" })).toBeVisible();
  const heads = await values(page).getByRole("columnheader").allTextContents();
  await page.reload();
  await expect(values(page)).toBeVisible();
  await expect.poll(() => values(page).getByRole("columnheader").allTextContents()).toEqual(heads);
  await page.goBack();
  await expect(page).not.toHaveURL(/interval=month/);
});

test("series are chosen by name, compared from a common start, and removed", async ({
  page,
  inspect,
}) => {
  await switchOn(page, charting);
  await page.goto("/assets/timeseries?measure=units_per_euro&range=All&view=series");
  await expect(page.getByText("No series selected")).toBeVisible();
  for (const name of ["USD per euro", "JPY per euro"]) {
    await page.getByRole("combobox", { name: "Add a series" }).fill(name.slice(0, 3));
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await expect(values(page).getByRole("columnheader", { name })).toBeVisible();
  }
  await page.getByRole("radio", { name: "Index" }).click();
  await expect(page.getByText(/^Start of the range = 100/)).toBeVisible();
  await inspect(page);
  await page.getByRole("button", { name: "Remove JPY per euro" }).click();
  await expect(values(page).getByRole("columnheader", { name: "JPY per euro" })).toHaveCount(0);
});

test("the crosshair and the row under it are one, by pointer and by keys", async ({ page }) => {
  await switchOn(page, charting);
  await page.goto("/assets/timeseries?measure=units_per_euro&range=All");
  await expect(values(page)).toBeVisible();
  const plot = page.getByRole("application");
  await plot.focus();
  for (const key of ["End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  const day = (await plot.locator(":scope > span").last().textContent()) ?? "no flag";
  // The row follows the crosshair as soon as there is time.
  const pointed = values(page).locator("tr[data-pointed]");
  await expect(pointed.getByRole("rowheader")).toHaveText([day]);
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText(day);
});

test("a chart fits a phone, and its settings stay within reach", oneLook, async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await switchOn(page, charting);
  await page.goto("/assets/timeseries?measure=units_per_euro&range=All");
  await expect(values(page)).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: /^Settings/ }).click();
  await expect(page.getByLabel("As known at the end of")).toBeVisible();
  await context.close();
});

type Rates = { dates: string[]; lines: { subject_slug: string; values: (number | null)[] }[] };

/** Quotes per euro of the days of a chart, as the service answers them. */
async function quotes(context: BrowserContext, days: string[], codes: string[]): Promise<Rates> {
  const keys = codes.map((code) => ({
    subject_kind: "benchmark",
    subject_slug: `ecb-eur-${code}`,
    measure: "units_per_euro",
  }));
  const input = { keys, from: days[0], to: days.at(-1), interval: "day" };
  const parameter = encodeURIComponent(JSON.stringify(input));
  const answer = await context.request.get(`/api/trpc/timeseries.get?input=${parameter}`);
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { result: { data: Rates } }).result.data;
}

test("a chart of money is converted day by day, and its file with it", async ({
  page,
  context,
  inspect,
}) => {
  await switchOn(page, charting);
  await page.goto("/assets/timeseries?range=90D&group_by=none");
  const dollars = await csvOf(page);
  await page.getByRole("button", { name: /^Currency/ }).click();
  await page.getByRole("radio", { name: "JPY" }).check({ force: true });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/currency=jpy/);
  await expect(page.getByRole("heading", { name: /^Values/ }).first()).toBeVisible();
  await expect(page.getByText(/^JPY/).first()).toBeVisible();
  await inspect(page);
  const yen = await csvOf(page);
  expect(yen.head[1]).toContain("(JPY");
  const { dates, lines } = await quotes(
    context,
    yen.rows.map(([day = ""]) => day),
    ["usd", "jpy"],
  );
  const quoteAt = (code: string, place: number) => {
    const values = lines.find(({ subject_slug: slug }) => slug.endsWith(code))?.values ?? [];
    return values.slice(0, place + 1).findLast((value) => value !== null) ?? Number.NaN;
  };
  expect(yen.rows.length).toBeGreaterThan(80);
  expect(dollars.rows.map(([day]) => day)).toEqual(yen.rows.map(([day]) => day));
  yen.rows.forEach(([day = "", value], row) => {
    const place = dates.indexOf(day);
    const rate = quoteAt("jpy", place) / quoteAt("usd", place);
    expect(Number(value) / (Number(dollars.rows[row]?.[1]) * rate)).toBeCloseTo(1, 9);
  });
  // The newest rate that ships is older than the newest value.
  expect(yen.rows.at(-1)?.join()).toContain("rate of ");
  await page.goto("/assets/timeseries?range=90D&measure=holding_addresses_count");
  await expect(values(page)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Currency/ })).toHaveCount(0);
});

test("the holders of a token are drawn by when they came, as its address says", async ({
  page,
  context,
}) => {
  await switchOn(page, charting);
  const query = async (procedure: string, input: object) => {
    const parameter = encodeURIComponent(JSON.stringify(input));
    const answer = await context.request.get(`/api/trpc/${procedure}?input=${parameter}`);
    return answer.ok() ? (await answer.json()).result.data.results : [];
  };
  const [newest] = await query("transactions.list", { pagination: { page: 1, perPage: 1 } });
  const [token] = await query("tokens.list", {
    filter: { operator: "equals", field: "asset_slug", value: newest.asset_slug },
  });
  expect((await query("holders.cohorts", { token_slug: token.slug })).length).toBeGreaterThan(0);
  await page.goto("/assets/timeseries?view=cohorts");
  await expect(page.getByRole("heading", { name: "No token selected" })).toBeVisible();
  await page.goto(`/assets/timeseries?view=cohorts&series=token:${token.slug}`);
  const chart = page.getByRole("region", { name: /^Holders by \w+ of first appearance/ });
  await expect(chart.getByRole("row", { name: /Other holders|or earlier/ }).first()).toBeVisible();
  await chart.getByRole("radio", { name: "Share" }).click();
  await expect(page).toHaveURL(/cohorts_style=share/);
});

test("loans are drawn by when they were made", async ({ page }) => {
  await switchOn(page, charting);
  await page.goto("/loan_timeseries");
  await page.getByRole("radio", { name: "Vintages" }).click();
  await expect(page).toHaveURL(/view=vintages/);
  await expect(page.getByRole("region", { name: /^Cumulative default rate/ })).toBeVisible();
  const table = page.getByRole("table", { name: "Vintages" });
  await expect(table.getByRole("row").nth(2)).toBeVisible();
  await page
    .getByRole("region", { name: "Vintages" })
    .getByRole("radio", { name: "Quarter" })
    .click();
  await expect(page).toHaveURL(/vintages_group_by=quarter/);
  await page.reload();
  await expect(table.getByRole("row", { name: /Q[1-4]/ }).first()).toBeVisible();
});
