import type { APIRequestContext, Page } from "@playwright/test";
import { call, expect, signInByMail, test } from "./support/test";

// Each plan is another person's, and the first of them waits for the policies to change.
test.describe.configure({ timeout: 120_000 });

const offer = (page: Page) =>
  page.getByRole("heading", { name: "Not included in your plan: Transactions" });

/** The reason of a refusal, and the plans that it names. */
async function refusalOf(
  request: APIRequestContext,
  path: string,
): Promise<[reason: string, plans: string[]]> {
  const answer = await request.get(path);
  expect(answer.status()).toBe(403);
  const { reason, plans = [] } = (await answer.json()).error.data;
  return [reason, plans];
}

test("who has no plan for the data reads which plans include it, and who has one sees it", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  await expect(async () => {
    await page.goto("/transactions");
    await expect(offer(page)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText(/Included in Premium: all access\.$/)).toBeVisible();
  await inspect(page);
  const file = "/api/download/networks";
  const [reason, [smallest]] = await refusalOf(page.request, `${file}.csv`);
  expect([reason, smallest]).toEqual(["access.denied", "FREE"]);

  // A class has plans of its own, which a chart of all classes does not name.
  const main = page.getByRole("main");
  await page.goto("/treasuries");
  await expect(
    main.getByText(/included in Premium: U\.S\. treasuries or Premium: all access/i).first(),
  ).toBeVisible();
  await inspect(page);
  await page.goto("/assets");
  await expect(
    page.getByRole("grid", { name: "Assets" }).locator("tbody tr").first(),
  ).toBeVisible();
  await inspect(page);

  await signIn(page);
  expect((await page.request.get(`${file}.csv`)).ok()).toBe(true);
  expect(await refusalOf(page.request, `${file}.xlsx`)).toEqual([
    "access.format",
    ["PREMIUM_ALL_ACCESS"],
  ]);
  await page.goto("/transactions");
  await expect(offer(page)).toBeVisible();
  await page.getByRole("link", { name: "Compare plans" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Plan" })).toBeVisible();

  const profile = await page.request.get("/api/trpc/users.getProfile");
  const { id } = (await profile.json()).result.data.organization;
  const office = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  await signInByMail(office, `administrator-${test.info().parallelIndex}@example.test`);
  await call(office, "adminOrganizations.setPlan", { id, plan: "PREMIUM_ALL_ACCESS" });
  await expect(async () => {
    await page.goto("/transactions");
    await expect(page.getByRole("grid", { name: "Transactions" })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await expect(offer(page)).toHaveCount(0);
  await page.goto("/treasuries");
  await expect(main.getByText(/included in Premium/i)).toHaveCount(0);
  expect((await page.request.get(`${file}.xlsx`)).ok()).toBe(true);
  await office.close();
});
