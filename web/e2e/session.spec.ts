import {
  account,
  expect,
  oneLook,
  quietPage,
  returnToTab,
  signInLink,
  test,
  toast,
} from "./support/test";

test("a second tab signs out with the first", oneLook, async ({ page, context, signIn }) => {
  await signIn(page);
  await page.goto(quietPage);
  const second = await context.newPage();
  await second.goto(quietPage);
  await expect(account(second)).toBeVisible();
  await second.evaluate(() => Object.assign(window, { sameLoad: true }));
  for (const tab of [page, second]) {
    await tab.evaluate(() => sessionStorage.setItem("assay.draft.record", "{}"));
  }

  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(signInLink(page)).toBeVisible();
  await expect(signInLink(second)).toBeVisible();
  expect(await second.evaluate(() => "sameLoad" in window)).toBe(true);
  await expect(toast(second)).toHaveCount(0);
  for (const tab of [page, second]) {
    const draft = () => tab.evaluate(() => sessionStorage.getItem("assay.draft.record"));
    await expect.poll(draft).toBeNull();
  }
});

test(
  "a session ended elsewhere is noticed on return to the tab",
  oneLook,
  async ({ page, browser, signIn, inspect }) => {
    const address = await signIn(page);
    await page.goto("/settings/sessions");
    await expect(page.getByText("This session")).toBeVisible();
    await expect(page.getByRole("button", { name: "End all other sessions" })).toBeDisabled();

    const elsewhere = await browser.newContext({
      userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    });
    const other = await elsewhere.newPage();
    await signIn(other, { address });
    await other.goto(quietPage);
    await expect(account(other)).toBeVisible();

    await page.reload();
    const row = page.getByRole("listitem").filter({ hasText: "Firefox on Windows" });
    await expect(row).toBeVisible();
    await inspect(page);
    await row.getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: "End this session?" });
    await expect(dialog).toBeVisible();
    await inspect(page);
    await dialog.getByRole("button", { name: "End session" }).click();
    await expect(toast(page)).toContainText("Session ended.");
    await expect(row).toHaveCount(0);
    await expect(account(page)).toBeVisible();

    await returnToTab(other);
    await expect(signInLink(other)).toBeVisible();
    await elsewhere.close();
  },
);

test("all other sessions end together", oneLook, async ({ page, browser, signIn }) => {
  const address = await signIn(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, { address });
  await page.goto("/settings/sessions");
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await page.getByRole("button", { name: "End sessions" }).click();
  await expect(toast(page)).toContainText("1 session ended.");
  await other.goto("/settings/sessions");
  await expect(other).toHaveURL(/\/login\?.*error=SessionRequired/);
  await expect(account(page)).toBeVisible();
  await elsewhere.close();
});

test(
  "a session that ended is noticed by a page that stays open",
  oneLook,
  async ({ page, signIn }) => {
    await signIn(page);
    await page.goto("/settings/profile");
    await expect(page.getByRole("combobox", { name: "Occupation" })).toBeVisible();
    // Every answer that is still under way renews the cookie.
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies({ name: /session-token/ });
    await page.getByRole("switch", { name: "Send me product news" }).click();
    await expect(page).toHaveURL(/\/login\?.*error=SessionRequired/);
  },
);
