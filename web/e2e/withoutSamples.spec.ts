import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { addressOf, openRoutes, type RouteCase } from "./support/routes";
import { expect } from "./support/test";

/** The marks of the sample universe, wherever a part of it is shown. */
const mark = /\(sample\)|Sample data:/;

/** Pages about the product, not about records or numbers. */
const aboutItself =
  /^\/(login|auth|citations|platform-overview|data-partners|developer|tools\/api)/;

const isOfRealData = ({ route }: RouteCase) =>
  !aboutItself.test(route) && !addressOf(route).endsWith("-sample");

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

for (const routeCase of openRoutes.filter(isOfRealData)) {
  test(`${routeCase.route} shows what is real, and nothing else`, async ({ page }) => {
    const answer = await page.goto(addressOf(routeCase.route));
    // The server answers 304 for a page that the browser has from an earlier test.
    expect([200, 304]).toContain(answer?.status());
    const main = page.getByRole("main");
    await page.waitForLoadState("networkidle");
    await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(routeCase.title);
    await expect(main.getByRole("alert")).toHaveCount(0);
    await expect(main).not.toContainText(mark);
    if (routeCase.route === "/transactions") {
      await expect(main.getByText("No transactions available")).toBeVisible();
    }
  });
}

test("records and numbers of the sample universe do not exist", async ({ request }) => {
  const page = await request.get("/assets/dahlia-treasury-fund-1-sample");
  expect(page.status()).toBe(404);
  for (const list of ["assets", "tokens", "issuers", "platforms", "pools", "loans"]) {
    const input = { filter: { field: "is_sample", operator: "equals", value: true } };
    const answer = await request.get(
      `/api/trpc/${list}.list?input=${encodeURIComponent(JSON.stringify(input))}`,
    );
    expect(answer.status(), list).toBe(200);
    const { result } = await answer.json();
    expect(result.data.pagination.resultCount, list).toBe(0);
  }
});
