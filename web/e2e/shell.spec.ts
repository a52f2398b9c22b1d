import type { Locator, Page } from "@playwright/test";
import { account, expect, narrowLook, oneLook, quietPage, signInLink, test } from "./support/test";

const ofVisitors = [
  "Latest: Market Overview, News, Invest NEW",
  "Asset Classes: Stablecoins, U.S. Treasuries, Global Bonds, Private Credit, Commodities, Institutional Funds, Stocks",
  "Participants: Networks, Platforms NEW, Managers, Company Directory",
  "Tools: Media & Citations, Data & API Platform, API Tools, Downloads, Asset Search, Asset Charting, Compliance Events, Jurisdiction Explorer BETA",
];

const ofAdministrators = [
  "Latest: Market Overview, News, Invest NEW",
  "Asset Classes: Stablecoins, U.S. Treasuries, Global Bonds, Private Credit, Commodities, Institutional Funds, Stocks, Real Estate BETA",
  "Participants: Networks, Platforms NEW, Issuers BETA, Managers, Company Directory",
  "Tools: Media & Citations, Data & API Platform, API Tools, Downloads, Asset Search, Asset Charting, Transactions, Compliance Events, Jurisdiction Explorer BETA",
  "Internal Tools: Asset Aggregates, Asset Classes, Protocol Time Series, Pools, Loans, Networks, Pool Time Series, Loan Time Series",
  "Admin: User Admin, Organization Admin, Catalog Admin, User Roles, Org Roles, Policy Assignments, Roles, Policies",
];

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024;

/** The navigation as this window shows it: beside the page, or in a drawer. */
async function navigation(page: Page): Promise<Locator> {
  if (!isWide(page)) await page.getByRole("button", { name: "Open the menu" }).click();
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav).toBeVisible();
  return nav;
}

/** The entries of the navigation, folded groups included: "Group: Entry BADGE, Entry". */
async function listed(nav: Locator): Promise<string[]> {
  return nav.evaluate((root) => {
    const words = (element: Element) =>
      [...element.querySelectorAll("span")]
        .filter((span) => span.childElementCount === 0)
        .map((span) => span.textContent?.trim())
        .filter(Boolean)
        .join(" ");
    return [...root.querySelectorAll("[data-fold]")].map((list) => {
      const entries = [...list.querySelectorAll("a")].map(words).join(", ");
      return `${list.previousElementSibling?.textContent}: ${entries}`;
    });
  });
}

test("the navigation of a visitor", async ({ page }) => {
  await page.goto("/");
  await expect(signInLink(page)).toBeVisible();
  const nav = await navigation(page);
  await expect.poll(() => listed(nav)).toEqual(ofVisitors);
  await expect(nav.locator('[aria-current="page"]')).toHaveText("Market Overview");
});

// One mailbox, one administrator.
test("the navigation of an administrator", oneLook, async ({ page, signIn }) => {
  await signIn(page, { address: "admin@example.test" });
  await page.goto("/");
  await expect(account(page)).toBeVisible();
  const nav = await navigation(page);
  await expect.poll(() => listed(nav)).toEqual(ofAdministrators);
  await expect(nav.getByRole("link", { name: "User Admin" })).toBeHidden();
  await nav.getByRole("button", { name: "Admin" }).click();
  await nav.getByRole("link", { name: "User Admin" }).click();
  await expect(page).toHaveTitle("Assay | User admin");
  await page.reload();
  await expect(nav.getByRole("link", { name: "User Admin" })).toBeVisible();
});

test("an entry leads to its page, and back and forward lead between them", async ({ page }) => {
  await page.goto("/");
  await (await navigation(page)).getByRole("link", { name: "U.S. Treasuries" }).click();
  await expect(page).toHaveURL(/\/treasuries$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("U.S. Treasuries");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Market overview");
  await page.goForward();
  await expect(page).toHaveTitle("Assay | U.S. Treasuries");
});

test(
  "the page of an entity is there for what exists, at once and after a reload",
  oneLook,
  async ({ page }) => {
    for (const name of ["Ethereum", "Solana"]) {
      const answer = await page.goto(`/networks/${name.toLowerCase()}?view=1#top`);
      expect(answer?.status()).toBe(200);
      await expect(page).toHaveTitle(`Assay | ${name}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await page.reload();
      await expect(page).toHaveTitle(`Assay | ${name}`);
    }
  },
);

test("an unknown entity is not found, and what it may have meant is offered", async ({
  page,
  inspect,
}) => {
  const answer = await page.goto("/networks/etherium");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("Assay | Page not found");
  const offers = page.getByRole("navigation", { name: "Did you mean" });
  await expect(offers).toBeVisible();
  await inspect(page);
  await offers.getByRole("link", { name: "Ethereum", exact: true }).click();
  await expect(page).toHaveURL(/\/networks\/ethereum$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ethereum");
});

test("a page whose feature is off names the feature, and the document is served all the same", async ({
  page,
  inspect,
}) => {
  const answer = await page.goto("/real-estate");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real estate");
  await expect(
    page.getByRole("heading", { name: "Not enabled: Experimental features" }),
  ).toBeVisible();
  await inspect(page);
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Not enabled: Admin tools" })).toBeVisible();
});

// Small windows have a drawer.
test(
  "the sidebar stays as narrow as it was left, from the first paint",
  oneLook,
  async ({ page }) => {
    await page.goto(quietPage);
    const sidebar = page.locator("aside");
    await expect(sidebar).toHaveCSS("width", "224px");
    await page.getByRole("button", { name: "Collapse the sidebar" }).click();
    await expect(sidebar).toHaveCSS("width", "52px");
    await page.route(/_next\/static\/chunks/, () => {});
    await page.reload({ waitUntil: "commit" });
    await expect(sidebar).toHaveCSS("width", "52px");
  },
);

// Wide windows have a sidebar.
test("the drawer keeps the focus and gives it back", narrowLook, async ({ page, inspect }) => {
  await page.goto(quietPage);
  const opener = page.getByRole("button", { name: "Open the menu" });
  await opener.click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeVisible();
  // No other window shows it.
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await inspect(page, colorScheme === "light" ? "all" : "colours");
  }
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    expect(await drawer.evaluate((root) => root.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
});

// Phones have one density.
test("the density stays as chosen", oneLook, async ({ page }) => {
  await page.goto(quietPage);
  await page.getByRole("button", { name: "Switch to compact rows" }).click();
  await expect(page.getByRole("button", { name: "Switch to comfortable rows" })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
});

test("a visitor without a network sees a message", oneLook, async ({ page, context }) => {
  await page.goto(quietPage);
  await expect(signInLink(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
});

test("a page that is older than the site offers to reload", oneLook, async ({ page }) => {
  await page.route("/config.json", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), version: "another" } });
  });
  await page.goto(quietPage);
  await expect(page.getByText("A new version of this site is available.")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(signInLink(page)).toBeVisible();
  await expect(page.getByText("A new version of this site is available.")).toHaveCount(0);
});

test("the keyboard skips to the content", oneLook, async ({ page }) => {
  await page.goto("/stocks");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
