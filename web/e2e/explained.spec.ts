import type { Page } from "@playwright/test";
import { explainByKeys } from "./support/explain";
import { switchOn } from "./support/features";
import { columnsDecided } from "./support/lists";
import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

/** A number of a list: its names in the column and on the card of a phone, and the text of its explanation. */
const lists = [
  ["/transactions", "Value", /^Explain, Value of /, "valued at the net asset value in force"],
  ["/transactions", "Amount", /^Explain, Amount of /, "in the smallest units of the token"],
  ["/invest", "Costs", /^Explain, Costs of /, "Subscription fee, one year of management fees"],
  ["/assets/aggregates", "Assets", /^Explain, Assets of /, "Every record counts once"],
  ["/assets/aggregates", "Tokens", /^Explain, Tokens of /, "The sum of “token count”"],
  [
    "/networks",
    "Assets",
    /^Explain, Assets of /,
    "Counted from the current records of the catalog",
  ],
] as const;

/** The first number of a column; its cell is walked to by arrows and entered by F2. */
async function enterCell(page: Page, column: string) {
  const heads = page.getByRole("columnheader");
  // Columns without any value leave before the rows come.
  await expect(page.locator("tbody [data-cell]").first()).toBeVisible();
  await columnsDecided(page);
  const names = await heads.allTextContents();
  const place = names.findIndex((name) => name.startsWith(column));
  const cells = page.locator(`tbody [data-cell$=":${place}"]`);
  const cell = cells.filter({ has: page.getByTitle("Explain") }).first();
  await cell.focus();
  await page.keyboard.press("F2");
  return cell.getByTitle("Explain");
}

/** The first of a card, which is a stop of its own for the Tab key. */
async function reachCard(page: Page, name: RegExp) {
  const number = page.getByRole("button", { name }).first();
  await expect(number).not.toHaveAttribute("tabindex", "-1");
  await number.scrollIntoViewIfNeeded();
  await number.focus();
  return number;
}

test("numbers of lists lead to where they come from, by keys alone", async ({ page, viewport }) => {
  for (const [address, column, name, explanation] of lists) {
    await page.goto(address);
    const isPhone = (viewport?.width ?? 0) < 900;
    const number = isPhone ? await reachCard(page, name) : await enterCell(page, column);
    await expect(number).toBeFocused();
    await explainByKeys(page, number, explanation);
  }
});

test("a transfer shows the file that it came with, as the service has it", async ({
  page,
  viewport,
  request,
}) => {
  const ask = async (procedure: string, input: object) => {
    const parameter = encodeURIComponent(JSON.stringify(input));
    const answer = await request.get(`/api/trpc/${procedure}?input=${parameter}`);
    return (await answer.json()).result.data.results;
  };
  const sort = { field: "happened_at", direction: "desc" };
  const [newest] = await ask("transactions.list", { sort });
  const is = { operator: "equals", field: "id", value: newest.load_id };
  const [load] = await ask("loads.list", { filter: is });
  await page.goto("/transactions");
  const isPhone = (viewport?.width ?? 0) < 900;
  await (isPhone ? reachCard(page, /^Explain, Amount/) : enterCell(page, "Amount"));
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Explain" });
  await expect(panel.getByText(load.hash)).toBeVisible();
  await expect(panel.getByText(newest.transaction_hash)).toBeVisible();
  await expect(panel.getByText(newest.amount_raw, { exact: true })).toBeVisible();
});

test("a count leads to the list of what is counted", async ({ page, viewport, inspect }) => {
  await page.goto("/assets/aggregates");
  const isPhone = (viewport?.width ?? 0) < 900;
  await (isPhone ? reachCard(page, /^Explain, Assets of /) : enterCell(page, "Assets"));
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Explain" });
  await inspect(page);
  await panel.getByRole("link", { name: "Counted records" }).click();
  await expect(page).toHaveURL(/\/assets\?filter=asset_class_slug%3Ais%3A/);
  // Others add assets meanwhile: how many there are is theirs to change.
  await expect(page.getByText(/^1 to 50 of \d+$/)).toBeVisible();
});
