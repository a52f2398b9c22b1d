import type { Locator } from "@playwright/test";
import { columnsDecided } from "./support/lists";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

/** Checks that the first two pages have the largest numbers of a column first, and the missing ones last. */
async function expectSorted(list: Locator, header: Locator): Promise<void> {
  await expect(header).toHaveAttribute("aria-sort", "descending");
  // Columns without any value leave before the numbers are there.
  await columnsDecided(list);
  const column = await header.evaluate(
    (cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell) + 1,
  );
  const cells = list.locator(`tbody tr > :nth-child(${column})`).filter({ hasText: /\d|—/ });
  const shown = async () => {
    await expect(list.locator("table[aria-busy=true]")).toHaveCount(0);
    await expect(cells.first()).toBeVisible();
    const texts = await cells.allTextContents();
    return texts.map((text) => Number.parseFloat(text.replace("−", "-").replaceAll(/[<,+]/g, "")));
  };
  const numbers = await shown();
  const next = list.getByRole("button", { name: "Next", exact: true });
  await expect(next).toBeEnabled();
  const row = list.locator("tbody tr").first();
  const before = (await row.textContent()) ?? "";
  await next.click();
  await expect(row).not.toHaveText(before);
  numbers.push(...(await shown()));
  const known = numbers.filter((value) => !Number.isNaN(value));
  expect(known.length).toBeGreaterThan(1);
  expect(known).toEqual(known.toSorted((left, right) => right - left));
  expect(numbers.slice(0, known.length)).toEqual(known);
}

// A phone has a list of orders instead of headers.
test("the assets of a class are sorted by yield over two pages", oneLook, async ({ page }) => {
  await page.goto("/treasuries");
  const list = page.getByRole("region", { name: "Assets", exact: true });
  await list.scrollIntoViewIfNeeded();
  const header = (name: RegExp) => list.getByRole("columnheader", { name });
  for (const name of [/^Value/, /^NAV/, /^7d yield/, /^30d yield/, /^Holders/]) {
    await expect(header(name)).toHaveAttribute("aria-sort", /none|descending/);
  }
  await header(/^7d yield/)
    .getByRole("button")
    .click();
  await expectSorted(list, header(/^7d yield/));
});

for (const [column, name] of [
  ["value", /^Value/],
  ["yield_7d", /^7d yield/],
  ["yield_30d", /^30d yield/],
  ["return_30d", /^30d return/],
  ["return_12m", /^12m return/],
  ["premium_to_nav", /^Premium to NAV/],
  ["net_flow_30d", /^30d net flow/],
] as const) {
  test(`all assets are sorted by ${column} over two pages`, oneLook, async ({ page }) => {
    await page.goto(`/assets?columns=name,${column}&sort=-${column}`);
    const main = page.getByRole("main");
    await expectSorted(main, main.getByRole("columnheader", { name }));
  });
}
