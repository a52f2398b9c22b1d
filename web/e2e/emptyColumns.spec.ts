import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { readCsv } from "./support/csv";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { hasSamples } from "./support/samples";
import { expect, oneLook } from "./support/test";

const lists = [
  ...["/assets", "/asset_classes", "/citations", "/compliance", "/data-partners", "/directory"],
  ...["/investments", "/issuers", "/loans", "/managers", "/networks", "/news", "/platforms"],
  ...["/pools", "/protocols", "/tokens"],
];
const classes = [
  ...["/stablecoins", "/treasuries", "/global-bonds", "/private-credit", "/commodities"],
  ...["/institutional-funds", "/stocks", "/real-estate"],
];
/** The lists with numbers over time. */
const numbered = ["/assets", "/networks", "/platforms", "/protocols", "/pools", "/tokens"];

type DeclaredList = { columns: Record<string, unknown> };

const declared: Record<string, DeclaredList> = JSON.parse(
  readFileSync("../proto/declared/lists.json", "utf8"),
);
const numberIds = Object.values(declared).flatMap(({ columns }) => Object.keys(columns));
/** "yield_7d_simple_act365" is a number of the column "yield_7d". */
const isNumber = (name: string) => numberIds.some((id) => name === id || name.startsWith(`${id}_`));

/** What qualifies the number of the column before it. */
const qualifier = /_(value_date|is_carried|is_partial|is_average|convention)$/;

type Rows = ReadonlyArray<Record<string, string>>;

/** The rows of the list as the file has them, which has the columns that are shown. */
async function rowsOf(page: Page, place: Page | Locator): Promise<Rows> {
  // A column that nothing has a value for is left out once that is known.
  await page.waitForLoadState("networkidle");
  const button = place.getByRole("button", { name: "CSV" });
  await expect(button).toBeEnabled();
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readCsv(readFileSync(await file.path(), "utf8"));
}

function columnsOf(rows: Rows): string[] {
  return Object.keys(rows[0] ?? {}).filter((name) => !qualifier.test(name));
}

const emptyOf = (rows: Rows) => columnsOf(rows).filter((name) => rows.every((row) => !row[name]));

/** The list of the assets of a class, below the charts of its page. */
async function assetsOf(page: Page): Promise<Locator> {
  const list = page.getByRole("region", { name: "Assets", exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(list).toBeVisible({ timeout: 500 });
  }).toPass();
  return list;
}

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

test.describe("with the sample universe", () => {
  test.skip(!hasSamples, "lists without it may have no rows");

  for (const path of lists) {
    test(
      `no column that ${path} shows by default is empty in every row`,
      oneLook,
      async ({ page }) => {
        await page.goto(path);
        const rows = await rowsOf(page, page);
        expect(columnsOf(rows).length, path).toBeGreaterThan(1);
        expect(emptyOf(rows)).toEqual([]);
      },
    );
  }

  for (const path of classes) {
    test(`no column of the assets of ${path} is empty in every row`, oneLook, async ({ page }) => {
      await page.goto(path);
      const rows = await rowsOf(page, await assetsOf(page));
      expect(columnsOf(rows).length, path).toBeGreaterThan(1);
      expect(emptyOf(rows)).toEqual([]);
    });
  }
});

for (const path of [...numbered, ...classes]) {
  test(
    `no number that ${path} shows without sample data is empty in every row`,
    oneLook,
    async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem("assay.samples", "off"));
      await page.goto(path);
      const place = classes.includes(path) ? await assetsOf(page) : page;
      const rows = await rowsOf(page, place);
      expect(emptyOf(rows).filter(isNumber)).toEqual([]);
      const leftOut = page.getByText(/^Left out, as no value is available yet: /);
      if (rows.length > 0) await expect(leftOut.first()).toBeVisible();
    },
  );
}
