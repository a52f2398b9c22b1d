import type { Page } from "@playwright/test";
import { expect, oneLook, quietPage, signInLink, test, toast } from "./support/test";

const box = (page: Page) => page.getByRole("combobox", { name: "Search pages and actions" });

test("a visitor finds a page by the keyboard alone", async ({ page, inspect }) => {
  await page.goto(quietPage);
  await expect(signInLink(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await inspect(page);
  await page.keyboard.type("treas");
  // The page beneath has options too, out of reach while the palette is open.
  await expect(page.getByRole("dialog").getByRole("option")).toHaveText(["U.S. Treasuries"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/treasuries$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(box(page)).toHaveValue("");
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([
    "U.S. Treasuries",
  ]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("keys typed before the page answers open it once it does", oneLook, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/_next\/static\/chunks\/pages\/_app/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  release();
  await expect(box(page)).toBeFocused();
});

test("the search box opens it and gets the focus back", async ({ page }) => {
  await page.goto(quietPage);
  const opener = page.getByRole("button", { name: /^Search pages and actions/ });
  await opener.click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("nothing like it");
  await expect(page.getByText(/^No pages or actions match/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("it switches the theme", async ({ page, colorScheme }) => {
  const other = colorScheme === "dark" ? "light" : "dark";
  await page.goto(quietPage);
  await expect(signInLink(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: `Switch to the ${other} theme` }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", other);
});

test(
  "it shows the pages at once and the server's groups when they come",
  oneLook,
  async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/getInitialSearchGroups/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(quietPage);
    await page.keyboard.press("Control+k");
    await expect(page.getByText("Loading the pages of your account")).toBeVisible();
    await expect(page.getByRole("option", { name: "Stablecoins" })).toBeVisible();
    release();
    await expect(page.getByText("Loading the pages of your account")).toHaveCount(0);
    await expect(page.getByRole("option", { name: "Stablecoins" })).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
  },
);

test("it says why the server's groups did not come", oneLook, async ({ page }) => {
  await page.route(/getInitialSearchGroups/, (route) => route.abort());
  await page.goto(quietPage);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("alert").filter({ hasText: "initial search state" })).toHaveText(
    /An error occurred while fetching initial search state/,
  );
  await expect(page.getByRole("option", { name: "Stablecoins" })).toBeVisible();
});
