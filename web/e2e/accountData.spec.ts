import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { overflow } from "./support/findings";
import { awaitNotice, knownMails } from "./support/mail";
import { expect, oneLook, test, toast } from "./support/test";

const day = 86_400_000;

async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test(
  "a user exports everything about them and downloads both files",
  oneLook,
  async ({ page, signIn, inspect }) => {
    const address = await signIn(page);
    await page.goto("/settings/profile");
    await page.getByRole("button", { name: "Start export" }).click();
    const json = page.getByRole("button", { name: /^Download JSON/ });
    const progress = page.getByRole("progressbar", { name: "Progress of the export" });
    await expect(progress.or(json)).toBeVisible();
    await expect(json).toBeVisible();
    await inspect(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBe(0);

    const everything = await download(page, json);
    expect(everything.name).toMatch(/^assay-account-\d{4}-\d\d-\d\d\.json$/);
    const sections = JSON.parse(everything.bytes.toString("utf8"));
    expect(sections.account[0].email).toBe(address);
    expect(sections.profile[0].occupation).toBe("Analyst");
    expect(sections.sessions).toHaveLength(1);
    expect(sections.catalog_changes).toEqual([]);
    expect([sections.access_roles, sections.access_changes, sections.api_keys]).toEqual([
      [],
      [],
      [],
    ]);

    const tables = await download(page, page.getByRole("button", { name: /^Download CSV/ }));
    expect(tables.name).toMatch(/^assay-account-\d{4}-\d\d-\d\d\.zip$/);
    expect(tables.bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
    for (const name of Object.keys(sections))
      expect(tables.bytes.includes(`${name}.csv`)).toBe(true);
  },
);

test(
  "an account that is to be erased can be kept until the date",
  oneLook,
  async ({ page, signIn, inspect }) => {
    const address = await signIn(page);
    await page.goto("/settings/profile");
    const erasure = page.getByRole("region", { name: "Erasure" });
    const known = knownMails();
    await erasure.getByRole("button", { name: "Erase account" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase your account?" });
    await expect(dialog).toContainText(/will be erased on \d+ \w{3} \d{4}, \d\d:\d\d UTC/);
    await inspect(page);
    await dialog.getByRole("button", { name: "Erase account" }).click();
    await expect(toast(page)).toContainText("Your account will be erased on");
    await awaitNotice(address, known, "/settings/profile");

    await page.reload();
    const date = erasure.getByRole("status").locator("time");
    await expect(date).toBeVisible();
    const due = Date.parse((await date.getAttribute("datetime")) ?? "");
    expect(Math.abs(due - Date.now() - 7 * day)).toBeLessThan(day);
    await inspect(page);

    const before = knownMails();
    await erasure.getByRole("button", { name: "Keep my account" }).click();
    await expect(toast(page)).toContainText("Your account stays.");
    await awaitNotice(address, before, "/settings/sessions");
    await page.reload();
    await expect(erasure.getByRole("button", { name: "Erase account" })).toBeEnabled();
  },
);
