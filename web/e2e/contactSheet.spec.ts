import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./support/test";

const folder = process.env.SCREENS_DIR ?? "test-results/screens";

const screens: ReadonlyArray<[name: string, address: string]> = [
  ["overview", "/"],
  ["class", "/treasuries"],
  ["list", "/networks"],
  ["entity", "/networks/ethereum"],
  ["assets", "/assets"],
  ["asset", "/assets/dai"],
  ["directory", "/directory"],
  ["news", "/news"],
  ["platform", "/platform-overview"],
  ["tables", "/developer/visualization?family=tables"],
  ["charts", "/developer/visualization?family=charts"],
  ["settings", "/settings"],
  ["profile", "/settings/profile"],
  ["team", "/settings/team"],
  ["sign-in", "/login"],
  ["notice", "/admin/users"],
  ["lost", "/networks/etherium"],
];

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

type Shot = { name: string; look: string; image: Buffer };

/** One page with all of them, a row for each screen. */
async function writeSheet(browser: Browser, shots: readonly Shot[]): Promise<void> {
  const rows = screens.map(([name, address]) => {
    const images = shots
      .filter((shot) => shot.name === name)
      .map(({ look, image }) => {
        const source = `data:image/png;base64,${image.toString("base64")}`;
        return `<img src="${source}" style="height:450px;margin-inline-end:12px" alt="${look}">`;
      });
    return `<h2>${name} <small>${address}</small></h2><div style="white-space:nowrap">${images.join("")}</div>`;
  });
  const page = await browser.newPage({ viewport: { width: 1960, height: 1000 } });
  await page.setContent(
    `<body style="background:#888;font:14px sans-serif">${rows.join("")}</body>`,
    { waitUntil: "load" },
  );
  await page.screenshot({ path: join(folder, "sheet.png"), fullPage: true });
  await page.close();
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const family = new URL(page.url()).searchParams.get("family");
  if (family) await expect(page.locator(`[data-gallery="${family}"] h2`).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

async function photograph(page: Page): Promise<Buffer> {
  // The gallery shows what is on its way for good, other pages only for a moment.
  const gallery = new URL(page.url()).searchParams.has("family");
  if (!gallery) await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  return page.screenshot({ animations: "disabled" });
}

/** Turns the page to the theme of the account; pages without the switch are opened again after another turned. */
async function turnTo(page: Page, theme: "light" | "dark", address: string): Promise<void> {
  const html = page.locator("html");
  if ((await html.getAttribute("data-theme")) === theme) return;
  const change = page.getByRole("button", { name: `Switch to the ${theme} theme` });
  const switches = await change.isVisible();
  if (!switches) await page.goto("/settings");
  await change.click();
  await page.mouse.move(0, 0);
  await expect(html).toHaveAttribute("data-theme", theme);
  if (!switches) await open(page, address);
}

test("the main screens fit on a sheet for people to look at", async ({ page, signIn, browser }) => {
  test.setTimeout(600_000);
  mkdirSync(folder, { recursive: true });
  await signIn(page);
  const shots: Shot[] = [];
  for (const [name, address] of screens) {
    await open(page, address);
    for (const theme of ["light", "dark"] as const) {
      await turnTo(page, theme, address);
      for (const size of windows) {
        await page.setViewportSize(size);
        const look = `${theme}-${size.width}`;
        const image = await photograph(page);
        writeFileSync(join(folder, `${name}-${look}.png`), image);
        shots.push({ name, look, image });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }
  await writeSheet(browser, shots);
});
