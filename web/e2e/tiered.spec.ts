import type { APIRequestContext } from "@playwright/test";
import { call, expect, signInByMail, test } from "./support/test";

// Each plan is another person's, and the first of them waits for the policies to change.
test.describe.configure({ timeout: 120_000 });

const file = "/api/download/networks";

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

test("visitors see a part of the data, and read which plans include the rest", async ({
  page,
  inspect,
}) => {
  const main = page.getByRole("main");
  // A gateway that started before the policies changed has them in a moment.
  await expect(async () => {
    expect((await refusalOf(page.request, `${file}.csv`))[0]).toBe("access.denied");
  }).toPass({ timeout: 30_000 });
  expect((await refusalOf(page.request, `${file}.csv`))[1][0]).toBe("FREE");

  await page.goto("/");
  await expect(
    main.getByRole("button", { name: /^Explain, Distributed value, .*dollars/ }),
  ).toBeVisible();
  await expect(main.getByText(/included in Premium: all access/).first()).toBeVisible();
  await inspect(page);
  // A class has plans of its own, which a chart of all classes does not name.
  await page.goto("/treasuries");
  await expect(
    main.getByText(/included in Premium: U\.S\. treasuries or Premium: all access/).first(),
  ).toBeVisible();
  await inspect(page);
  await page.goto("/assets");
  const assets = page.getByRole("grid", { name: "Assets" });
  await expect(assets.locator("tbody tr").first()).toBeVisible();
  await expect(main.getByText(/All of it is included in/)).toBeVisible();
  await inspect(page);
  await page.goto("/downloads");
  await expect(
    page.getByRole("heading", { name: "Not included in your plan: The data sets" }),
  ).toBeVisible();
  await inspect(page);
});

test("a plan changes what its members see and export, in both directions", async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page);
  expect((await page.request.get(`${file}.csv`)).ok()).toBe(true);
  expect(await refusalOf(page.request, `${file}.xlsx`)).toEqual([
    "access.format",
    ["PREMIUM_ALL_ACCESS"],
  ]);
  const main = page.getByRole("main");
  await page.goto("/treasuries");
  await main
    .getByText(/included in Premium: U\.S\. treasuries or Premium: all access/)
    .first()
    .waitFor();

  const profile = await page.request.get("/api/trpc/users.getProfile");
  const { id } = (await profile.json()).result.data.organization;
  const office = await browser.newContext({ baseURL: test.info().project.use.baseURL });
  await signInByMail(office, `administrator-${test.info().parallelIndex}@example.test`);
  // A plan of a class includes all of it, and of the others what everybody has.
  await call(office, "adminOrganizations.setPlan", { id, plan: "PREMIUM_US_TREASURIES" });
  await expect(async () => {
    await page.goto("/treasuries");
    await expect(main.getByRole("button", { name: /^Explain, Distributed value, / })).toBeVisible();
    await expect(main.getByText(/included in Premium/i)).toHaveCount(0);
  }).toPass({ timeout: 30_000 });
  await page.goto("/stablecoins");
  await expect(main.getByText(/included in Premium: stablecoins/i).first()).toBeVisible();
  await page.goto("/settings/plan");
  const yours = main
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Your plan", exact: true }) });
  await expect(yours).toContainText("Premium: U.S. treasuries");

  await call(office, "adminOrganizations.setPlan", { id, plan: "PREMIUM_ALL_ACCESS" });
  await expect
    .poll(async () => (await page.request.get(`${file}.xlsx`)).status(), { timeout: 10_000 })
    .toBe(200);
  await page.goto("/treasuries");
  await expect(main.getByRole("button", { name: /^Explain, Distributed value, / })).toBeVisible();
  await expect(main.getByText(/included in Premium/i)).toHaveCount(0);
  await call(office, "adminOrganizations.setPlan", { id, plan: "FREE" });
  await expect
    .poll(async () => (await page.request.get(`${file}.xlsx`)).status(), { timeout: 10_000 })
    .toBe(403);
  await page.reload();
  await expect(main.getByText(/included in Premium/i).first()).toBeVisible();
  await office.close();
});
