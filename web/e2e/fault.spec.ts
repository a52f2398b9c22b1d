import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

type Answer = { result?: { data?: { results?: unknown } } };

/** The list of networks answers with rows that are none, which its page does not expect. */
async function breakNetworks(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/[^?]*\bnetworks\.list\b/, async (route) => {
    const answer = await route.fetch();
    const parts = (await answer.json()) as Answer[];
    const procedures = new URL(route.request().url()).pathname.split("/").pop()?.split(",") ?? [];
    const data = parts[procedures.indexOf("networks.list")]?.result?.data;
    if (data?.results) data.results = [null];
    await route.fulfill({ response: answer, json: parts });
  });
}

test("a page that fails keeps the shell, and leads on", async ({ page, inspect }) => {
  await breakNetworks(page);
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
