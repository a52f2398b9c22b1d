import type { Page } from "@playwright/test";
import { banner, choices, choicesButton, scriptsUrl } from "./support/scripts";
import { expect, signInLink, test, welcome } from "./support/test";

test.use({ baseURL: scriptsUrl });

test("the question lies over the page, moves nothing, and is answered by the keyboard", async ({
  page,
  inspect,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/citations");
  await expect(banner(page)).toBeVisible();
  await expect(signInLink(page)).toBeVisible();
  await inspect(page);
  const shifts = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts);
  expect(shifts?.reduce((sum, one) => sum + one, 0) ?? 0).toBeLessThan(0.02);

  // It is the first thing that the keyboard comes to, and blocks nothing.
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("button", { name: "Accept all" })).toBeFocused();
  for (const name of ["Reject all", "Choose"]) {
    await page.keyboard.press("Tab");
    await expect(banner(page).getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(choices(page)).toBeVisible();
  await inspect(page);
  await page.keyboard.press("Escape");
  await expect(banner(page).getByRole("button", { name: "Choose" })).toBeFocused();
  await banner(page).getByRole("button", { name: "Reject all" }).press("Enter");
  await expect(banner(page)).toHaveCount(0);
});

/** Whether the way back to the choices lies clear of the question. */
async function liesClear(page: Page): Promise<boolean> {
  const below = await choicesButton(page).boundingBox();
  const over = await banner(page).boundingBox();
  if (!below || !over) return false;
  return below.y + below.height <= over.y || below.x + below.width <= over.x;
}

test("what the question covers comes out from under it", async ({ page }) => {
  // A long page scrolls further, by its own end.
  await page.goto("/platform-overview");
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press("End");
  await expect.poll(() => liesClear(page)).toBe(true);
  // A short one does so for those who come to its end by the keyboard.
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/citations");
  await expect(banner(page)).toBeVisible();
  await choicesButton(page).focus();
  await expect.poll(() => liesClear(page)).toBe(true);
});

test("the question waits behind the welcome", async ({ page, signIn }) => {
  await signIn(page, { newcomer: true });
  await page.goto("/");
  await expect(welcome(page)).toBeVisible();
  const submit = welcome(page).getByRole("button", { name: "Let's get started" });
  await submit.scrollIntoViewIfNeeded();
  const onTop = await submit.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(onTop).toBe(true);
});
