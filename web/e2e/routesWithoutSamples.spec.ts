import { testAsVisitor as test } from "./support/oneContext";
import { addressOf, isAboutSamples, openRoutes } from "./support/routes";
import { hasSamples } from "./support/samples";
import { banner, scriptsUrl, traces } from "./support/scripts";
import { expect } from "./support/test";

/** Names of generated records; records that journeys import are not sample data. */
const made = /\s\d+ \(sample\)/;

test.skip(!hasSamples, "without sample data there is nothing to exclude");

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("assay.samples", "off"));
});

for (const { route } of openRoutes.filter((routeCase) => !isAboutSamples(routeCase))) {
  test(`${route} shows no sample data once it is excluded, and nothing leaves it before an answer`, async ({
    page,
  }) => {
    const left: string[] = [];
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== scriptsUrl) left.push(request.url());
    });
    const sums: Promise<string>[] = [];
    page.on("response", (answer) => {
      const { pathname } = new URL(answer.url());
      // An answer that was given up has no text.
      if (/timeseries\.aggregate/.test(pathname)) sums.push(answer.text().catch(() => ""));
    });
    // The installation whose visitors have a question to answer shows all pages as the other one does.
    await page.goto(`${scriptsUrl}${addressOf(route)}`);
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
    await expect(banner(page)).toBeVisible();
    expect(left).toEqual([]);
    expect(await traces(page)).toEqual([]);
  });
}
