import { testAsVisitor } from "./support/oneContext";
import { addressOf, openRoutes, type RouteCase } from "./support/routes";
import { hasSamples } from "./support/samples";
import { expect } from "./support/test";

/** Names of generated records; records that journeys import are not sample data. */
const made = /\s\d+ \(sample\)/;

/** Pages of a sample record itself, and the one that shows every component with fictitious data. */
const isAboutSamples = ({ route }: RouteCase) =>
  addressOf(route).endsWith("-sample") || route === "/developer/visualization";

testAsVisitor.skip(!hasSamples, "without sample data there is nothing to exclude");

testAsVisitor.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("assay.samples", "off"));
});

for (const { route } of openRoutes.filter((routeCase) => !isAboutSamples(routeCase))) {
  testAsVisitor(`${route} shows no sample data once it is excluded`, async ({ page }) => {
    const sums: Promise<string>[] = [];
    page.on("response", (answer) => {
      const { pathname } = new URL(answer.url());
      // An answer that was given up has no text.
      if (/timeseries\.aggregate/.test(pathname)) sums.push(answer.text().catch(() => ""));
    });
    await page.goto(addressOf(route));
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    // Content below the window is loaded when it comes near.
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState("networkidle");
    await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(main).not.toContainText(made);
    await expect(main.locator(".text-sample-text")).toHaveCount(0);
    for (const sum of await Promise.all(sums)) expect(sum).not.toContain('"has_sample":true');
  });
}
