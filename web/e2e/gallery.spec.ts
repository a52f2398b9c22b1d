import { existsSync } from "node:fs";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { answerFrom } from "./support/exportedSite";
import { moveAlways } from "./support/test";

/** The families of src/features/gallery/families.ts; the first test notices one that is missing here. */
const families = [
  "foundations",
  "figures",
  "controls",
  "fields",
  "states",
  "key-figures",
  "tables",
  "charts",
] as const;
type Family = (typeof families)[number];

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** The families that change their shape on narrow screens. */
const narrow: readonly Family[] = ["fields", "key-figures", "tables", "charts"];

const address = "/developer/visualization";
const addressOf = (family: Family) => `${address}?family=${family}`;
const still = "e2e/support/still.css";

/** The pictures of the reference are taken from the site of main, which may be older than these tests. */
const takesReference = process.env.PICTURES_OF === "reference";

const test = base.extend<{ show: (family: Family, theme: Theme) => Promise<Locator> }>({
  page: async ({ page, context }, use) => {
    const folder = process.env.SITE_DIR;
    if (!folder) throw new Error("SITE_DIR names the folder of the exported site");
    await answerFrom(context, folder);
    await moveAlways(context);
    await page.clock.setFixedTime(new Date("2026-11-20T09:36:00Z"));
    await use(page);
  },
  show: async ({ page }, use) => {
    await use(async (family, theme) => {
      // A family that main lacks has no reference picture yet. Outside of the reference no family is skipped.
      if (takesReference) {
        const there = (await listed(page)).includes(addressOf(family));
        test.skip(!there, "the site of the reference has no such family");
      }
      await page.goto(`${addressOf(family)}&theme=${theme}`);
      const gallery = page.locator(`[data-gallery="${family}"]`);
      await expect(gallery).toBeVisible();
      await settle(page);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      return gallery;
    });
  },
});

/** The addresses of the families that the site has; none when it has no gallery. */
async function listed(page: Page): Promise<Array<string | null>> {
  const answer = await page.goto(address);
  if (answer?.status() !== 200) return [];
  const links = page.getByRole("main").locator(`a[href^="${address}?family="]`);
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
}

/** Every part has been fetched, every card has had its turn, and every letter has its font. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[data-waiting]")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

async function compare(shown: Locator | Page, name: string): Promise<void> {
  const picture = `${name}.png`;
  const info = test.info();
  const known = existsSync(info.snapshotPath(picture, { kind: "screenshot" }));
  const options = { stylePath: still, timeout: 60_000 };
  if (info.config.updateSnapshots === "none" && !known) {
    // A new picture is a change like any other: it fails until somebody has seen and accepted it, or main has it.
    const taken = info.outputPath(picture);
    await shown.screenshot({ path: taken });
    expect
      .soft(
        known,
        `the reference has no ${picture}: look at ${taken}, then accept it with make pictures`,
      )
      .toBe(true);
    return;
  }
  if ("goto" in shown) await expect.soft(shown).toHaveScreenshot(picture, options);
  else await expect.soft(shown).toHaveScreenshot(picture, options);
}

test("every family of the gallery has its pictures", async ({ page }) => {
  test.skip(takesReference, "the site of the reference has the families of its own time");
  expect(await listed(page)).toEqual(families.map(addressOf));
});

for (const family of families) {
  test(family, async ({ show }) => {
    for (const theme of themes) await compare(await show(family, theme), `${family}-${theme}`);
  });
}

/** The layers that buttons of the gallery open, each over the window. */
async function compareLayers(page: Page, gallery: Locator, theme: Theme): Promise<void> {
  const open = async (name: string, role: "menu" | "dialog", picture: string) => {
    await gallery.getByRole("button", { name, exact: true }).last().click();
    await expect(page.getByRole(role).first()).toBeVisible();
    await compare(page, `layers-${picture}-${theme}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toHaveCount(0);
  };
  await open("More", "menu", "menu");
  await open("Source", "dialog", "popover");
  await open("Explain", "dialog", "drawer");
  await open("Revoke key", "dialog", "dialog");
  await open("Menu, long text", "menu", "menu-long");
  await open("Popover, failed", "dialog", "popover-failed");
  await open("Drawer, long text", "dialog", "drawer-long");
  await open("Dialog, busy", "dialog", "dialog-busy");
  await open("Dialog, failed", "dialog", "dialog-failed");
  await open("Dialog, long text", "dialog", "dialog-long");
}

/** Buttons under the pointer, pressed and focused. */
async function compareButtons(page: Page, gallery: Locator, theme: Theme): Promise<void> {
  const buttons = gallery.locator("section").first();
  for (const name of ["Export", "Save view", "Revoke key", "Reset", "Refresh"]) {
    const button = buttons.getByRole("button", { name, exact: true }).first();
    const specimen = button.locator("xpath=..");
    const picture = `controls-${name.toLowerCase().replace(" ", "-")}`;
    await button.hover();
    await compare(specimen, `${picture}-hover-${theme}`);
    await page.mouse.down();
    await compare(specimen, `${picture}-active-${theme}`);
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
  await buttons.getByRole("button", { name: "Export", exact: true }).first().focus();
  await page.keyboard.press("Tab");
  await compare(buttons, `controls-focus-${theme}`);
}

for (const theme of themes) {
  test(`layers that open, and buttons in use, ${theme}`, async ({ page, show }) => {
    const gallery = await show("controls", theme);
    await compareLayers(page, gallery, theme);
    await compareButtons(page, gallery, theme);
  });
}

test.describe("with little room", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  for (const family of narrow) {
    test(`${family}, light, 390 px`, async ({ show }) => {
      await compare(await show(family, "light"), `${family}-390-light`);
    });
  }
});

test("figures from right to left", async ({ page, show }) => {
  await show("figures", "light");
  await page.goto(`${address}?family=figures&theme=light&direction=rtl`);
  const gallery = page.locator('[data-gallery="figures"]');
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await settle(page);
  await compare(gallery, "figures-rtl-light");
});
