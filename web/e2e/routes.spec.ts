import type { Page } from "@playwright/test";
import { overflow, seriousFindings } from "./support/findings";
import { testAsVisitor, testInOneContext } from "./support/oneContext";
import {
  accountRoutes,
  addressesOf,
  addressOf,
  entityRoutes,
  openRoutes,
  type RouteCase,
} from "./support/routes";
import { account, call, expect, profile, signInByMail, test } from "./support/test";
import { weighVisit } from "./support/visitScripts";

/** The one of 720 px is the window of 1440 px at a zoom of 200 %; the last one is what axe looks at. */
const widths = [390, 720, 768, 2560, 1440];

/** Pages of a kind, whose scripts the report states: they are opened by a browser that has none of them yet. */
const weighed: Record<string, string> = {
  "/": "a market page",
  "/assets/[assetSlug]": "a record page",
  "/networks": "a list",
};

/** Collects the errors of console, network and scripts while the page is open. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  page.on("pageerror", (error) => found.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    // Nothing of anybody else belongs to any page.
    if (
      protocol.startsWith("http") &&
      page.url() !== "about:blank" &&
      origin !== new URL(page.url()).origin
    )
      found.push(`leaves the site for ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") found.push(`${request.url()}: ${reason}`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 400) found.push(`${answer.url()}: ${answer.status()}`);
  });
  return found;
}

async function examine(page: Page, { route, title, heading = title }: RouteCase): Promise<void> {
  const found = complaints(page);
  const noteWeight = weighVisit(page);
  const answer = await page.goto(addressOf(route));
  // The server answers 304 for a page that the browser has from an earlier test.
  expect.soft([200, 304], route).toContain(answer?.status());
  await page.waitForLoadState("networkidle");
  const kind = weighed[route];
  if (kind !== undefined) await noteWeight(kind);
  await expect.soft(page, route).toHaveTitle(`Assay | ${title}`);
  await expect.soft(page.getByRole("heading", { level: 1 }), route).toHaveText([heading]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await overflow(page), `${route} at ${width} px`).toBeLessThanOrEqual(0);
  }
  expect.soft(found, route).toEqual([]);
}

/** Themes are an attribute of the document: for the colours of the other one no page is loaded again. */
async function showDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.locator("html").evaluate((html) => html.setAttribute("data-theme", "dark"));
}

async function examineThemes(page: Page, routeCase: RouteCase): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await examine(page, routeCase);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect.soft(await seriousFindings(page), `${routeCase.route}, light`).toEqual([]);
  await showDark(page);
  expect.soft(await seriousFindings(page, "colours"), `${routeCase.route}, dark`).toEqual([]);
}

for (const routeCase of openRoutes) {
  const title = `${routeCase.route} is whole`;
  const walk = ({ page }: { page: Page }) => examineThemes(page, routeCase);
  if (routeCase.route in weighed) test(title, walk);
  else testAsVisitor(title, walk);
}

// An administrator for each of the browsers that walk side by side, signed in once.
const testAsAdministrator = testInOneContext(async (context, { parallelIndex }) => {
  await signInByMail(context, `administrator-${parallelIndex}@example.test`);
  await call(context, "userSettings.updateProfile", { profile });
});

for (const routeCase of accountRoutes) {
  testAsAdministrator(`${routeCase.route} is whole`, async ({ page, context }) => {
    const preferences = { darkMode: false };
    await call(context, "userSettings.updatePreferences", { preferences });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await examine(page, routeCase);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect.soft(await seriousFindings(page), `${routeCase.route}, light`).toEqual([]);
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect.soft(await seriousFindings(page, "colours"), `${routeCase.route}, dark`).toEqual([]);
    await account(page).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  });
}

/** The name of a record by its slug: capitals and the brackets of "(sample)" are lost in slugs. */
function nameOf(address: string): RegExp {
  const words = address.split("/").pop()?.replaceAll("-", " ") ?? "";
  return new RegExp(`^(Assay \\| )?${words.replace(/ sample$/, " \\(sample\\)")}$`, "i");
}

for (const { route } of entityRoutes) {
  testAsVisitor(`${route} comes to life, reloaded, going back and forward`, async ({ page }) => {
    const heading = page.getByRole("heading", { level: 1 });
    const addresses = addressesOf(route);
    const [first, second] = addresses.map(nameOf);
    for (const address of addresses) {
      const name = nameOf(address);
      await page.goto(address);
      await expect(heading).toHaveText(name);
      await page.reload();
      await expect(heading).toHaveText(name);
      await expect(page).toHaveTitle(name);
    }
    await page.goBack();
    await expect(heading).toHaveText(first ?? /./);
    await page.goForward();
    await expect(heading).toHaveText(second ?? /./);
    // Within the page as well: to another page of the site, back to this one, and forward again.
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "News" })
      .click();
    await expect(heading).toHaveText("News");
    await page.goBack();
    await expect(heading).toHaveText(second ?? /./);
    await page.goForward();
    await expect(heading).toHaveText("News");
  });
}

test("an address that no route has is not found", async ({ request }) => {
  const none = [
    "/no-such-page",
    "/protocols/a/b",
    "/protocols/no-such-protocol",
    "/assets/no-such-asset",
    "/assets/timeseries/x",
    "/tools",
    "/admin",
    "/admin/api_access_user_roles/some",
    "/settings/nothing",
    "/index.html",
  ];
  for (const address of none) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect.soft(answer.status(), address).toBe(404);
  }
});

test("icons, the manifest and what crawlers read are there, each of its type", async ({
  request,
}) => {
  const types = {
    "/favicon.ico": "image/x-icon",
    "/icon.svg": "image/svg+xml; charset=utf-8",
    "/apple-touch-icon.png": "image/png",
    "/social.png": "image/png",
    "/manifest.webmanifest": "application/manifest+json",
    "/robots.txt": "text/plain; charset=utf-8",
    "/sitemap.xml": "application/xml; charset=utf-8",
  };
  for (const [address, type] of Object.entries(types)) {
    const answer = await request.get(address);
    expect.soft(answer.status(), address).toBe(200);
    expect.soft(answer.headers()["content-type"], address).toBe(type);
  }
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as {
    icons: ReadonlyArray<{ src: string }>;
  };
  for (const { src } of manifest.icons) {
    expect.soft((await request.get(src)).status(), src).toBe(200);
  }
});

test.describe("at a zoom of 200 %", () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  test("menu, palette and content stay within reach", async ({ page }) => {
    await page.goto("/treasuries");
    await page.getByRole("button", { name: "Open the menu" }).click();
    const nav = page.getByRole("dialog").getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "Company Directory" }).click();
    await expect(page).toHaveTitle("Assay | Company directory");
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: "Search pages and actions" });
    await expect(box).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
