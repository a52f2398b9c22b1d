import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readCsv } from "./support/csv";
import { switchOn } from "./support/features";
import { columnsDecided } from "./support/lists";
import { testAsVisitor as test } from "./support/oneContext";
import { hasSamples } from "./support/samples";
import { expect, oneLook } from "./support/test";

const lists = [
  ...["/assets", "/asset_classes", "/citations", "/compliance", "/data-partners", "/directory"],
  ...["/investments", "/issuers", "/loans", "/managers", "/networks", "/news", "/platforms"],
  ...["/pools", "/protocols", "/tokens"],
];

/** The lists of which the shipped data has records. */
const real = [
  ...["/assets", "/asset_classes", "/data-partners", "/issuers", "/networks", "/platforms"],
  ...["/pools", "/protocols", "/tokens"],
];

/** Columns that qualify the number of the column before them. */
const qualifier = /_(value_date|is_carried|is_partial|is_average|convention)$/;

/** The fields of one column of the list of tokens. */
const controls = /^(is_pausable|is_freezable|has_allow_list|is_upgradeable)$/;

/** The values of each column that a list shows, from its file, which has all of its rows. */
async function shownValues(page: Page): Promise<ReadonlyMap<string, ReadonlyArray<string>>> {
  await page.waitForLoadState("networkidle");
  // Rows are painted once it is known which columns have values; a list without rows fails here.
  await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
  await columnsDecided(page);
  const button = page.getByRole("button", { name: "CSV" });
  await expect(button).toBeEnabled();
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const rows = readCsv(readFileSync(await file.path(), "utf8"));
  expect(rows.length).toBeGreaterThan(0);
  const values = new Map<string, string[]>();
  for (const name of Object.keys(rows[0] ?? {}).filter((each) => !qualifier.test(each))) {
    const column = controls.test(name) ? "controls" : name;
    values.set(column, [...(values.get(column) ?? []), ...rows.map((row) => row[name] ?? "")]);
  }
  return values;
}

async function expectNoneEmpty(page: Page): Promise<void> {
  const values = await shownValues(page);
  expect(values.size).toBeGreaterThan(1);
  const empty = [...values].filter(([, each]) => each.every((value) => value === ""));
  expect(empty.map(([column]) => column)).toEqual([]);
}

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

test.describe("with sample data", () => {
  test.skip(!hasSamples, "some lists have no real records");

  for (const path of lists) {
    test(`no column that ${path} shows is empty in every row`, oneLook, async ({ page }) => {
      await page.goto(path);
      await expectNoneEmpty(page);
    });
  }

  test(
    "the switch takes the columns of a list along that only samples fill",
    oneLook,
    async ({ page }) => {
      await page.goto("/assets?columns=name,status,holders");
      const rows = page.locator("tbody tr[data-row]");
      const holders = page.getByRole("columnheader", { name: "Holders" });
      const note = page.getByText(
        /^These columns are not shown because they have no values: Holders\./,
      );
      await expect(rows.first()).toBeVisible();
      await expect(holders).toBeVisible();
      const exclude = page.getByRole("button", { name: "Exclude sample data" });
      await exclude.click();
      await expect(note).toBeVisible();
      await expect(rows.first()).toBeVisible();
      await expect(holders).toHaveCount(0);
      await exclude.click();
      await expect(holders).toBeVisible();
      await expect(note).toHaveCount(0);
    },
  );
});

test.describe("without sample data", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("assay.samples", "off"));
  });

  for (const path of real) {
    test(`no column that ${path} shows then is empty in every row`, oneLook, async ({ page }) => {
      await page.goto(path);
      await expectNoneEmpty(page);
    });
  }

  test("the column by which an address sorts is shown", oneLook, async ({ page }) => {
    await page.goto("/assets?sort=-holders");
    await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
    const holders = page.getByRole("columnheader", { name: "Holders" });
    await expect(holders).toHaveAttribute("aria-sort", "descending");
  });
});
