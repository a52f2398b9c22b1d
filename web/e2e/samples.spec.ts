import { expect, test } from "./support/test";

/** Names of generated records; records that journeys import are not sample data. */
const made = /\d \(sample\)/;

test("real names have a mark beside sums of sample data, and one switch excludes all of it", async ({
  page,
}) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const league = page.getByRole("region", { name: "League table" });
  const legend = page.getByRole("table", { name: "Legend" });
  await expect(league.getByRole("rowheader", { name: /^Ethereum.* Sample/ }).first()).toBeVisible();
  await expect(legend.getByRole("rowheader", { name: /^Total Sample/ })).toBeVisible();

  const exclude = page.getByRole("button", { name: "Exclude sample data" });
  await exclude.click();
  await expect(exclude).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("note")).toContainText("Excluding sample data.");
  await expect(league.getByText("No values available yet")).toBeVisible();
  await expect(main).not.toContainText(made);
  await expect(main.getByText("Sample", { exact: true })).toHaveCount(0);

  // The browser remembers it, for lists and their numbers too.
  await page.goto("/networks");
  const ethereum = page.locator("tr, li").filter({ hasText: "Ethereum" }).first();
  await expect(ethereum).toBeVisible();
  await expect(ethereum).not.toContainText("Sample");
  await page.goto("/assets");
  await expect(page.getByRole("link", { name: "3USD" }).first()).toBeAttached();
  await expect(main).not.toContainText(made);

  await exclude.click();
  await expect(exclude).toHaveAttribute("aria-pressed", "false");
  await expect(main).toContainText(made);
});
