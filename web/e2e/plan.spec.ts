import type { Page } from "@playwright/test";
import { awaitNotice, knownMails } from "./support/mail";
import { expect, newAddress, oneLook, test, toast } from "./support/test";

// The mails leave in rounds of ten seconds, and every look at the page takes a while on a busy machine.
test.describe.configure({ timeout: 120_000 });

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("the plan says what it allows, what is used, and what other plans have", async ({
  page,
  signIn,
  inspect,
}) => {
  await signIn(page);
  await page.goto("/settings/plan");
  await expect(card(page, "Your plan")).toContainText("Free");
  await expect(card(page, "Included in your plan")).toContainText(
    "Every plan of this installation includes all data.",
  );
  await expect(card(page, "Included in your plan")).toContainText("50 a second");
  await expect(card(page, "Usage")).toContainText("No calls in the last 30 days.");
  const compared = card(page, "Compare plans");
  await expect(compared.getByRole("row")).toHaveCount(10);
  await expect(compared.getByRole("row", { name: /Free Your plan/ })).toBeVisible();
  await inspect(page);
});

test(
  "a plan is requested once, and the request is confirmed",
  oneLook,
  async ({ page, signIn, inspect }) => {
    const address = newAddress();
    await signIn(page, { address });
    await page.goto("/settings/plan");
    const form = card(page, "Request another plan");
    await form.getByRole("button", { name: "Send request" }).click();
    await expect(form.getByRole("alert").first()).toHaveText("Choose a plan.");
    await inspect(page);
    await form.getByRole("combobox", { name: "Plan" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Premium: all access" }).click();
    await form.getByRole("textbox", { name: "Message" }).fill("We import all assets each night.");
    const known = knownMails();
    await form.getByRole("button", { name: "Send request" }).press("Enter");
    await expect(toast(page)).toContainText("Your request was sent");
    await expect(form).toContainText("Premium: all access was requested on");
    await expect(form).toContainText("We import all assets each night.");
    await inspect(page);
    await awaitNotice(address, known, "/settings/plan");
    await page.reload();
    await expect(form).toContainText("was requested on");
    await expect(form.getByRole("button", { name: "Send request" })).toHaveCount(0);
  },
);
