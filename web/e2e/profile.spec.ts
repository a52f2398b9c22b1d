import { account, expect, oneLook, quietPage, test, toast } from "./support/test";

test("each field of the profile is saved with a word", async ({ page, signIn, inspect }) => {
  await signIn(page);
  await page.goto("/settings");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Profile/ })
    .click();
  await expect(page).toHaveURL(/\/settings\/profile$/);

  await page.getByRole("combobox", { name: "Occupation" }).click();
  await page.getByRole("combobox", { name: "Search: Occupation" }).fill("risk");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Successfully updated profile.");

  const fade = await toast(page).evaluate((node) => {
    node.dataset.state = "closed";
    const { animationDuration } = getComputedStyle(node);
    node.dataset.state = "open";
    return animationDuration;
  });
  expect(fade).toBe("0.5s");
  await toast(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page)).toHaveCount(0);

  const saved = page.waitForResponse(/userSettings\.updateProfile/);
  await page.getByRole("combobox", { name: /asset classes/ }).click();
  await page.getByRole("option", { name: "Private Funds" }).click();
  await saved;
  const savedNews = page.waitForResponse(/userSettings\.updateProfile/);
  await page.getByRole("switch", { name: "Send me product news" }).click();
  await savedNews;
  await inspect(page);

  await page.reload();
  await expect(page.getByRole("combobox", { name: "Occupation" })).toContainText("Risk Manager");
  await expect(page.getByRole("button", { name: "Remove Private Funds" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Send me product news" })).toBeChecked();
});

test("a change that cannot be saved is taken back", oneLook, async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/settings/profile");
  await page.route("**/api/trpc/userSettings.updateProfile**", (route) => route.abort());
  const news = page.getByRole("switch", { name: "Send me product news" });
  await news.click();
  await expect(toast(page)).toContainText("Error updating profile - please try again later");
  await expect(news).not.toBeChecked();
});

test("dark mode belongs to the account", async ({ page, browser, signIn, colorScheme }) => {
  const address = await signIn(page);
  await page.goto("/settings/profile");
  const html = page.locator("html");
  const before = colorScheme === "dark" ? "dark" : "light";
  const after = before === "dark" ? "light" : "dark";
  await expect(html).toHaveAttribute("data-theme", before);
  await page.getByRole("switch", { name: "Dark mode" }).click();
  await expect(toast(page)).toContainText("Successfully updated preferences.");
  await expect(html).toHaveAttribute("data-theme", after);

  // Without the app itself only what runs before the first paint can have set the theme.
  await page.route("**/_next/static/chunks/**/*.js", (route) => route.abort());
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", after);

  const elsewhere = await browser.newContext({ colorScheme });
  const other = await elsewhere.newPage();
  await other.goto(quietPage);
  await expect(other.locator("html")).toHaveAttribute("data-theme", before);
  await elsewhere.addCookies(await page.context().cookies());
  await other.reload();
  await expect(account(other)).toBeVisible();
  await expect(other.locator("html")).toHaveAttribute("data-theme", after);
  expect(address).toContain("@");
  await elsewhere.close();
});
