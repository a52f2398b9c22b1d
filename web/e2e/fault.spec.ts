import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

type Answer = { result?: { data?: { results?: unknown } } };

/** Lists answer with rows that are none, which no page expects. */
async function breakLists(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/[^?]*\.list\b/, async (route) => {
    const answer = await route.fetch();
    const parts = (await answer.json()) as Answer[];
    for (const { result } of parts) if (result?.data?.results) result.data.results = [null];
    await route.fulfill({ response: answer, json: parts });
  });
}

test("a page that fails keeps the shell, and leads on", async ({ page, inspect }) => {
  await breakLists(page);
  await page.goto("/networks");
  const fault = page.getByRole("heading", { level: 1, name: "This page stopped working" });
  await expect(fault).toBeVisible();
  await expect(page).toHaveTitle("Assay | This page stopped working");
  await inspect(page);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "News" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("News");

  await page.goBack();
  await expect(fault).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("link", { name: "Ethereum" }).first()).toBeVisible();
});
