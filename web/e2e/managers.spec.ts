import { readFileSync } from "node:fs";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

const manager = "Umberfell Management (sample)";

test("a manager is found in the list, with its numbers and its assets", async ({
  page,
  inspect,
}) => {
  await page.goto("/managers?filter=search:contains:umberfell");
  await page.getByRole("link", { name: manager }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(manager);
  const tiles = page.getByRole("region", { name: "Key figures", exact: true });
  await expect(tiles.getByRole("listitem")).toHaveCount(4);
  await expect(tiles.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(tiles.getByText("Value managed")).toBeVisible();
  await expect(tiles.getByText("Could not load")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Value managed by asset" })).toBeVisible();
  await inspect(page);
  await page.getByRole("tab", { name: /^Assets/ }).click();
  // An asset names its manager, and leads back.
  await page.getByRole("tabpanel").locator('a[href^="/assets/"]').first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(manager);
  await page.getByRole("link", { name: manager }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(manager);
});

test("the ranking of managers leads to their pages", oneLook, async ({ page }) => {
  await page.goto("/treasuries?ranking=managers");
  const league = page.getByRole("region", { name: "League table" });
  await league.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/managers\/[a-z0-9-]+$/);
  await page.goBack();
  await expect(league.getByRole("link", { name: "All managers" })).toHaveAttribute(
    "href",
    "/managers",
  );
});

test("the list of managers is saved as a workbook", oneLook, async ({ page }) => {
  await page.goto("/managers");
  await expect(page.getByRole("grid", { name: "Managers" })).toHaveAttribute("aria-busy", "false");
  await page.getByRole("button", { name: "Other file formats" }).click();
  const arrives = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel (XLSX)" }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toMatch(/^managers-.*\.xlsx$/);
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect(bytes.includes("xl/worksheets/sheet1.xml")).toBe(true);
});
