import { expect, oneLook, test } from "./support/test";

// A phone has a list of orders instead of headers.
test(
  "the assets of a class are sorted by each of their numbers, over all pages",
  oneLook,
  async ({ page }) => {
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
    await expect(header(/^7d yield/)).toHaveAttribute("aria-sort", "descending");
    const column = await header(/^7d yield/).evaluate(
      (cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell) + 1,
    );
    const cells = list.locator(`tbody tr > :nth-child(${column})`).filter({ hasText: /%|—/ });
    const shown = async () => {
      await expect(list.locator("table[aria-busy=true]")).toHaveCount(0);
      await expect(cells.first()).toBeVisible();
      const texts = await cells.allTextContents();
      return texts.map((text) => Number.parseFloat(text.replace("−", "-")));
    };
    const yields = await shown();
    const next = list.getByRole("button", { name: "Next", exact: true });
    if (await next.isEnabled()) {
      await next.click();
      yields.push(...(await shown()));
    }
    const known = yields.filter((value) => !Number.isNaN(value));
    expect(known.length).toBeGreaterThan(1);
    expect(known).toEqual(known.toSorted((left, right) => right - left));
    // Assets without a yield come last.
    expect(yields.slice(0, known.length)).toEqual(known);
  },
);
