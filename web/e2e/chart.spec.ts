import type { Locator, Page } from "@playwright/test";
import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

const chart = (page: Page) => page.getByRole("application", { name: /^Distributed value/ });

const reset = (page: Page) => page.getByRole("button", { name: /2026 to .*, reset$/ });

async function openGallery(page: Page): Promise<Locator> {
  await page.goto("/developer/visualization?family=charts");
  const shown = chart(page);
  await expect(shown).toBeVisible();
  await expect(shown.locator("xpath=..").locator("canvas")).toBeVisible();
  await shown.scrollIntoViewIfNeeded();
  return shown;
}

/** Where two thirds of a plot lie, at half its height. */
async function stretchOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (!box) throw new Error("the chart has no place");
  const at = (part: number) => ({ x: box.x + box.width * part, y: box.y + box.height / 2 });
  return { from: at(0.3), to: at(0.7), near: at(0.45), far: at(0.55) };
}

test("a stretch of a chart is chosen by the keys, and Escape shows all again", async ({ page }) => {
  const shown = await openGallery(page);
  const whole = await shown.getAttribute("aria-label");
  await shown.focus();
  for (const key of ["End", "PageUp", "Shift+PageUp", "Shift+PageUp"])
    await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await expect(shown).toHaveAccessibleName(/19 Aug 2026 to 19 Oct 2026$/);
  await expect(reset(page)).toBeVisible();
  await shown.focus();
  await page.keyboard.press("Escape");
  await expect(shown).toHaveAccessibleName(whole ?? "");
  await expect(reset(page)).toHaveCount(0);
});

test("a stretch of a chart is drawn by the pointer, and a press shows all again", async ({
  page,
}) => {
  const shown = await openGallery(page);
  const whole = await shown.getAttribute("aria-label");
  const { from, to } = await stretchOf(shown);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(shown).not.toHaveAccessibleName(whole ?? "");
  await reset(page).click();
  await expect(shown).toHaveAccessibleName(whole ?? "");
});

test("two fingers take a stretch of a chart, one moves the crosshair", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const shown = await openGallery(page);
  const whole = await shown.getAttribute("aria-label");
  const { from, to, near, far } = await stretchOf(shown);
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: (typeof from)[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });

  await touch("touchStart", [near]);
  await touch("touchMove", [far]);
  await touch("touchEnd", []);
  await expect(shown).toHaveAccessibleName(whole ?? "");

  await touch("touchStart", [near]);
  await touch("touchStart", [near, far]);
  await touch("touchMove", [from, to]);
  await touch("touchEnd", []);
  await expect(shown).not.toHaveAccessibleName(whole ?? "");
  await expect(reset(page)).toBeVisible();
  await context.close();
});

test("lines can be compared on a logarithmic scale, stacked areas cannot", async ({ page }) => {
  const shown = await openGallery(page);
  const frame = shown.locator("xpath=ancestor::section[1]");
  const picture = frame.locator("canvas").first();
  const pixels = () =>
    picture.evaluate((canvas) => (canvas as unknown as HTMLCanvasElement).toDataURL());
  const log = frame.getByRole("radio", { name: /^Log/ });
  await expect(log).toBeDisabled();
  await expect(log).toHaveAccessibleName(/Stacked values cannot be shown/);
  await frame.getByRole("radio", { name: "Lines" }).click();
  await expect(shown).toHaveAccessibleName(/Line chart/);
  await expect(log).toBeEnabled();
  const linear = await pixels();
  await log.click();
  await expect(log).toBeChecked();
  await expect.poll(pixels).not.toBe(linear);
  await frame.getByRole("radio", { name: "Share" }).click();
  await expect(log).toBeDisabled();
});
