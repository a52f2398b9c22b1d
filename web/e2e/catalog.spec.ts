import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { readCsv } from "./support/csv";
import { switchOn } from "./support/features";
import { overflow } from "./support/findings";
import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

const grid = (page: Page, label = "Assets") => page.getByRole("grid", { name: label });
const bar = (page: Page) => page.getByRole("group", { name: "Filters" });

async function addFilter(page: Page, field: string, comparison: string, values: string[]) {
  await bar(page).getByRole("button", { name: "Add filter" }).click();
  const fields = page.getByRole("dialog", { name: "Add filter" });
  await fields.getByRole("option", { name: field, exact: true }).click();
  const form = page.getByRole("form", { name: field });
  await form.getByRole("radio", { name: comparison, exact: true }).check({ force: true });
  for (const value of values) await form.getByRole("option", { name: value, exact: true }).click();
  await form.getByRole("button", { name: "Apply" }).click();
}

/** The shown table by the headers of its columns, once nothing is on its way. */
async function shownRows(page: Page, label = "Assets") {
  const table = grid(page, label);
  await expect(table).toHaveAttribute("aria-busy", "false");
  await expect(table.locator("tbody tr[data-row]").first()).toBeVisible();
  return table.evaluate((element) => {
    const textOf = (cell: Element) => {
      const spoken = cell.querySelector("bdi")?.textContent ?? cell.textContent ?? "";
      return spoken.trim();
    };
    const heads = [...element.querySelectorAll("thead th")].map(textOf);
    return [...element.querySelectorAll("tbody tr[data-row]")].map((row) =>
      Object.fromEntries([...row.children].map((cell, at) => [heads[at] ?? "", textOf(cell)])),
    );
  });
}

async function download(page: Page) {
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await arrives;
  const path = await file.path();
  return { name: file.suggestedFilename(), text: readFileSync(path, "utf8") };
}

/** A visitor without a session or stored settings. */
async function elsewhere(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** The text of an unknown value in a table, with the words for screen readers. */
const dash = (text: string | undefined) => text || "—Not disclosed";
const capital = (text = "") => text.charAt(0).toUpperCase() + text.slice(1);

test("an asset is found through filters, shared by its address, and downloaded as it is shown", async ({
  page,
  browser,
}) => {
  await page.goto("/assets");
  await addFilter(page, "Class", "Is any of", ["Stablecoins", "Commodities"]);
  await addFilter(page, "Networks", "Is any of", ["Ethereum"]);
  await addFilter(page, "Status", "Is none of", ["Active"]);
  const chips = bar(page).getByRole("listitem");
  await expect(chips).toHaveText([
    /^Class .*Stablecoin/,
    /^Networks Ethereum/,
    /^Status not Active/,
  ]);
  await page.getByRole("button", { name: "Asset", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(grid(page).getByRole("columnheader", { name: "Asset" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  const rows = await shownRows(page);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.length, "one page, so that the file has no more").toBeLessThan(50);

  const other = await elsewhere(browser, page.url());
  expect(await shownRows(other)).toEqual(rows);
  await expect(bar(other).getByRole("listitem")).toHaveCount(3);
  await other.context().close();

  const file = await download(page);
  expect(file.name).toMatch(/^assets-\d{4}-\d{2}-\d{2}\.csv$/);
  const records = readCsv(file.text);
  expect(records).toHaveLength(rows.length);
  for (const [at, record] of records.entries()) {
    const row = rows[at] ?? {};
    expect(row, record.slug).toMatchObject({
      Asset: record.name?.replace(/^'/, ""),
      Class: record.asset_class_name,
      Tokens: record.token_count,
      Status: capital(record.status),
    });
    // A column without any value is neither in the list nor in its file.
    for (const [column, value] of [
      ["Platform", record.platform_name],
      ["Issuer", record.issuer_name],
      ["Domicile", record.country_name],
    ] as const) {
      expect(row[column], record.slug).toBe(value === undefined ? undefined : dash(value));
    }
    expect(record.status).not.toBe("active");
    expect(record.network_slugs?.split(";")).toContain("ethereum");
    expect(record.source && record.licence && record.retrieved_on, record.slug).toBeTruthy();
  }

  await bar(page)
    .getByRole("button", { name: /^Remove filter Status not/ })
    .click();
  await expect(bar(page).getByRole("listitem")).toHaveCount(2);
  await page.goBack();
  await expect(bar(page).getByRole("listitem")).toHaveCount(3);
  expect(await shownRows(page)).toEqual(rows);
});

test("all pages of a list are in its file, once each and in its order", async ({ page }) => {
  await page.goto("/tokens?rows=100");
  await shownRows(page, "Tokens");
  const all = await page
    .locator("section", { has: grid(page, "Tokens") })
    .locator("bdi.num")
    .last();
  const count = Number((await all.textContent())?.replaceAll(",", "").match(/of (\d+)/)?.[1]);
  const records = readCsv((await download(page)).text);
  expect(records).toHaveLength(count);
  expect(new Set(records.map(({ slug }) => slug)).size).toBe(count);
  const firsts = (await shownRows(page, "Tokens")).map((row) => row.Token);
  expect(records.slice(0, firsts.length).map(({ name }) => name?.replace(/^'/, ""))).toEqual(
    firsts,
  );
});

test("a download that takes long shows how far it is and can be ended", async ({ page }) => {
  await page.goto("/tokens");
  await shownRows(page, "Tokens");
  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: 20_000, uploadThroughput: -1 };
  await line.send("Network.emulateNetworkConditions", slow);
  const files: string[] = [];
  page.on("download", (file) => files.push(file.suggestedFilename()));
  await page.getByRole("button", { name: "CSV" }).click();
  const cancel = page.getByRole("button", {
    name: /^Cancel the download, [1-9][\d,]* of [\d,]+ rows$/,
  });
  await expect(cancel).toBeVisible();
  await cancel.click();
  await expect(page.getByRole("button", { name: "CSV" })).toBeVisible();
  await expect(page.getByText("Download cancelled")).toBeAttached();
  expect(files).toEqual([]);
});

test("a page has as many rows as its reader wants", async ({ page }) => {
  await page.goto("/assets?page=2");
  const first = (await shownRows(page))[0];
  await page.getByRole("combobox", { name: "Rows per page" }).selectOption("25");
  await expect(page).toHaveURL(/page=3.*rows=25|rows=25.*page=3/);
  await expect(page.getByText(/^51 to 75 of /).first()).toBeVisible();
  const rows = await shownRows(page);
  // The names of networks come after the rows.
  expect(rows[0]?.Asset).toBeTruthy();
  expect(rows[0]?.Asset).toEqual(first?.Asset);
});

test("every identifier of a network is known, and an alias shows its network", async ({
  page,
  request,
}) => {
  const input = JSON.stringify({ pagination: { perPage: 100 } });
  const answer = await request.get(`/api/trpc/networks.list?input=${encodeURIComponent(input)}`);
  const { results } = (await answer.json()).result.data;
  expect(results).toHaveLength(37);
  await page.goto("/networks");
  await expect(page.getByText("1 to 36 of 36").first()).toBeVisible();
  await page.goto("/networks/binance-smart-chain");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("BNB Smart Chain");
  await page.getByRole("tab", { name: /^Tokens/ }).click();
  await expect(grid(page, "Tokens")).toBeVisible();
});

const refused: ReadonlyArray<readonly [string, RegExp]> = [
  ["{", /^The input is not JSON/],
  ['{"filter":7}', /^filter: /],
  ['{"filter":{"operator":"near","field":"name","value":"a"}}', /^filter\.operator: /],
  ['{"filter":{"operator":"equals","field":"password","value":"a"}}', /^filter.*password/],
  [
    '{"filter":{"operator":"and","filters":[{"operator":"equals","field":"name","value":"a"},{"operator":"gte","field":"name","value":7}]}}',
    /^filter\.filters\[1\]/,
  ],
  ['{"sort":{"field":"name","direction":"up"}}', /^sort\.direction: /],
  ['{"pagination":{"perPage":1001}}', /^pagination\.perPage/],
  ['{"pagination":{"cursor":"nonsense"}}', /^pagination\.cursor/],
];

test("a malformed question is refused with its place", async ({ request }) => {
  for (const [input, message] of refused) {
    const parameter = encodeURIComponent(input);
    const answer = await request.get(`/api/trpc/assets.list?input=${parameter}`);
    expect.soft(answer.status(), input).toBe(400);
    const { error } = await answer.json();
    expect.soft(error.data, input).toMatchObject({ code: "BAD_REQUEST", path: "assets.list" });
    expect.soft(error.message, input).toMatch(message);
  }
  const file = await request.get("/api/download/assets.csv?fields=name,password");
  expect(file.status()).toBe(400);
  expect((await file.json()).error.message).toBe("fields[1]: unknown field");
});

test("a filter in an address that does not exist is reported and can be removed", async ({
  page,
}) => {
  await page.goto("/assets?filter=password:is:x&filter=status:is:active&sort=password");
  await expect(page.getByText("One filter in this link cannot be applied here")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page).toHaveURL(/\/assets\?filter=status%3Ais%3Aactive/);
  await expect(bar(page).getByRole("listitem")).toHaveCount(1);
});

const slips: Record<string, readonly [string, string]> = {
  "/networks/etherium": ["Ethereum", "/networks/ethereum"],
  "/platforms/securitise": ["Securitize", "/platforms/securitize"],
  "/protocols/goldfinsh": ["Goldfinch", "/protocols/goldfinch"],
  "/issuers/agoraa": ["Agora", "/issuers/agora"],
  "/managers/umberfel-management": [
    "Umberfell Management (sample)",
    "/managers/umberfell-management-sample",
  ],
  "/investments/offer-1-of-dahlia-treasury-fund-1": [
    "Offer 1 of Dahlia Treasury Fund 1 (sample)",
    "/investments/offer-1-of-dahlia-treasury-fund-1-sample",
  ],
  "/assets/daii": ["Dai", "/assets/dai"],
};

for (const [slip, [name, href]] of Object.entries(slips)) {
  test(`${slip} is not found, and leads to what was meant`, async ({ page }) => {
    await switchOn(page);
    const answer = await page.goto(slip);
    expect(answer?.status()).toBe(404);
    const meant = page.getByRole("navigation", { name: "Did you mean" });
    const link = meant.locator(`a[href="${href}"]`);
    await expect(link).toContainText(name);
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  });
}

/** Records of this folder are imported into the stack of the journeys. */
const hostile = readCsv(
  readFileSync("e2e/records/assets.csv", "utf8").replaceAll("\n", "\r\n").trimEnd(),
);
const hostileList =
  "/assets?filter=slug:contains:hostile&columns=name,asset_class_name,status,description";

async function expectInert(page: Page) {
  expect(await page.evaluate(() => Reflect.get(window, "hostile"))).toBeUndefined();
  expect(await page.locator("main :is(script, iframe, svg[onload], img[onerror])").count()).toBe(0);
}

test("hostile text is shown as text in lists and on its page", async ({ page, inspect }) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(hostileList);
  await expect(grid(page).getByRole("rowheader")).toHaveCount(hostile.length);
  for (const { name = "" } of hostile) {
    await expect(grid(page).getByText(name, { exact: true })).toBeVisible();
  }
  // Characters that change the direction of text have no effect beyond their own text.
  const isolated = await grid(page)
    .locator("tbody bdi")
    .evaluateAll((each) => each.map((element) => getComputedStyle(element).unicodeBidi));
  expect(new Set(isolated)).toEqual(new Set(["isolate"]));
  await inspect(page);
  await expectInert(page);
  for (const { slug = "", name = "", description = "" } of hostile) {
    await page.goto(`/assets/${slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(`Assay | ${name}`);
    await expect(page.locator("main").getByText(description, { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await inspect(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("tab", { name: /^News/ }).click();
    await expectInert(page);
  }
  await page.goto("/news?filter=name:contains:javascript");
  await expect(grid(page, "Articles").getByText(/javascript:window/)).toBeVisible();
  for (const link of await page.locator("main a").all()) {
    expect(await link.getAttribute("href")).not.toMatch(/^\s*(javascript|data|vbscript):/i);
  }
  await expectInert(page);
  expect(dialogs).toEqual([]);
});

test("hostile text is downloaded whole, and no spreadsheet runs it", async ({ page }) => {
  await page.goto(hostileList);
  await shownRows(page);
  const records = readCsv((await download(page)).text);
  expect(records.map(({ slug }) => slug).sort()).toEqual(hostile.map(({ slug }) => slug).sort());
  const formula = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
  for (const record of records) {
    const source = hostile.find(({ slug }) => slug === record.slug);
    for (const field of ["name", "symbol", "description"] as const) {
      const text = source?.[field] ?? "";
      expect(record[field], record.slug).toBe(formula.test(text) ? `'${text}` : text);
    }
  }
});

const records = [
  "/assets/dai",
  "/networks/ethereum",
  "/investments/offer-1-of-dahlia-treasury-fund-1-sample",
];
const lists = ["/assets?filter=status:not:active", "/tokens?rows=100", "/loans", "/directory"];

for (const address of records) {
  test(`every part of ${address} is whole in both themes, at any width`, async ({
    page,
    inspect,
  }) => {
    await page.goto(address);
    const tabs = page.getByRole("tab");
    await expect(tabs.first()).toBeVisible();
    for (const [at, tab] of (await tabs.all()).entries()) {
      // The page around the tabs is the same for each tab, so axe checks it with the first one only.
      const parts = at > 0 ? "[role=tablist], [role=tabpanel]" : undefined;
      await page.setViewportSize({ width: 1440, height: 900 });
      await tab.click();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      await page.waitForLoadState("networkidle");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
        await inspect(page, colorScheme === "light" ? "all" : "colours", parts);
      }
      for (const width of [720, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await overflow(page), `${await tab.textContent()} at ${width} px`).toBe(0);
      }
    }
  });
}

for (const address of lists) {
  test(`${address} keeps its filters and rows within reach at 390 px and at a zoom of 200 %`, async ({
    page,
    inspect,
  }) => {
    await switchOn(page);
    for (const [width, height] of [
      [390, 844],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await inspect(page);
      await page.getByRole("button", { name: /^Filters/ }).click();
      await expect(bar(page).getByRole("button", { name: "Add filter" })).toBeVisible();
      await page.getByRole("combobox", { name: "Sort" }).selectOption({ index: 2 });
      await expect(page).toHaveURL(/sort=/);
      await inspect(page);
    }
  });
}
