import type { Locator, Page } from "@playwright/test";
import { account, expect, test, toast } from "./support/test";

/** Walks on by the keyboard until the control has the focus, and fails when it never does. */
async function walkTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    const there = await control.evaluateAll((all) => all.includes(document.activeElement as never));
    if (there) return;
  }
  await expect(control).toBeFocused();
}

/** Expects that the focused element is visible and has a visible focus indicator. */
async function expectSeen(page: Page): Promise<void> {
  const focused = page.locator(":focus");
  await expect(focused).toBeInViewport();
  const marked = await focused.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  expect(marked).toBe(true);
}

test("the keyboard alone leads through menu, page, palette and settings", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/");
  await expect(account(page)).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  const nav = page.getByRole("navigation", { name: "Main" });
  await walkTo(page, nav.getByRole("link", { name: "U.S. Treasuries" }));
  await expectSeen(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Assay | U.S. Treasuries");

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search pages and actions" })).toBeFocused();
  await page.keyboard.type("networks");
  await expect(page.getByRole("dialog").getByRole("option").first()).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Assay | Networks");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await walkTo(page, account(page));
  await expectSeen(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(account(page)).toBeFocused();

  await page.goto("/settings");
  await walkTo(page, page.getByRole("main").getByRole("link", { name: /^Profile/ }));
  await expectSeen(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Assay | Profile");
  const news = page.getByRole("switch", { name: "Send me product news" });
  await expect(news).toBeVisible();
  const before = await news.isChecked();
  await walkTo(page, news);
  await expectSeen(page);
  await page.keyboard.press("Space");
  await expect(toast(page)).toContainText("Successfully updated profile.");
  await expect(news).toBeChecked({ checked: !before });
});

test("the choice of rows per page is seen when it has the focus", async ({ page }) => {
  await page.goto("/networks");
  await expect(page.getByRole("grid", { name: "Networks" })).toHaveAttribute("aria-busy", "false");
  const choice = page.getByRole("combobox", { name: "Rows per page" });
  await expect(choice).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await walkTo(page, choice);
  await expect(choice).toBeInViewport({ ratio: 1 });
  // Nothing that stays in its place, such as the header, covers it.
  await expect
    .poll(() =>
      choice.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === element;
      }),
    )
    .toBe(true);
  // The control around the invisible list shows the focus.
  const outline = choice.locator("..");
  expect(await outline.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe("2px");
});
