import type { Page } from "@playwright/test";
import {
  askForLink,
  expect,
  newAddress,
  oneLook,
  quietPage,
  signInLink,
  test,
  toast,
  welcome,
} from "./support/test";

async function pick(page: Page, field: RegExp | string, option: string) {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function fill(page: Page) {
  await pick(page, "Occupation", "Risk Manager");
  await pick(page, /hear about us/, "Word of Mouth");
  await page.getByRole("combobox", { name: /asset classes/ }).click();
  await page.getByRole("option", { name: "Real Estate" }).click();
  await page.getByRole("option", { name: "Stablecoins" }).click();
}

/** Collects the names and pathnames of the reported events. */
function listen(page: Page) {
  const events: Array<{ name: string; pathname: string }> = [];
  page.on("request", (request) => {
    if (!request.url().includes("analytics.track")) return;
    const calls = Object.values(JSON.parse(request.postData() ?? "{}")) as Array<{
      name: string;
      properties: { pathname: string };
    }>;
    events.push(...calls.map(({ name, properties }) => ({ name, pathname: properties.pathname })));
  });
  return events;
}

const start = (page: Page) => page.getByRole("button", { name: "Let's get started" });

test("a newcomer signs in by mail, is welcomed and lands on the overview", async ({
  page,
  inspect,
}) => {
  const events = listen(page);
  const address = newAddress();
  await page.goto("/");
  await signInLink(page).click();
  const link = await askForLink(page, address);
  await expect(page.getByText(address)).toBeVisible();
  await page.goto(link);

  const dialog = welcome(page);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(dialog.getByRole("switch")).toBeChecked();
  await expect(start(page)).toBeDisabled();
  await inspect(page);

  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();

  await page.getByRole("combobox", { name: "Occupation" }).click();
  await expect(page.getByRole("option")).toHaveCount(24);
  await page.getByRole("combobox", { name: "Search: Occupation" }).fill("no such thing");
  await expect(page.getByText("No matching options")).toBeVisible();
  await expect(page.getByText("Try a different search or view all options")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();

  await fill(page);
  await inspect(page);
  await expect(start(page)).toBeEnabled();
  await start(page).click();
  await expect(toast(page)).toContainText("Successfully updated profile.");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Market overview" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expect
    .poll(() => events.map((event) => event.name).sort())
    .toEqual([
      "profile_submit_success",
      "update_acquisition_channel_success",
      "update_asset_class_interest_success",
      "update_marketing_preference_success",
      "update_occupation_success",
    ]);
  expect(new Set(events.map((event) => event.pathname))).toEqual(new Set(["/"]));

  await page.reload();
  await expect(page.getByRole("button", { name: /^\S{1,2} account$/ })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test(
  "answers that cannot be saved leave a fallback until the page is loaded again",
  oneLook,
  async ({ page, signIn }) => {
    const events = listen(page);
    await signIn(page, { newcomer: true });
    await page.route("**/api/trpc/userSettings.updateProfile**", (route) => route.abort());
    await page.goto(quietPage);
    const dialog = welcome(page);
    await expect(dialog).toBeVisible();
    await fill(page);
    await start(page).click();
    await expect(toast(page)).toContainText("Error updating profile - please try again later");
    await expect(toast(page)).toHaveAttribute("data-variant", "danger");
    await expect(dialog).toBeHidden();
    await expect.poll(() => events.length).toBe(5);
    expect(events.every((event) => event.name.endsWith("_error"))).toBe(true);

    await page.getByRole("button", { name: /^\S{1,2} account$/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await expect(page.getByRole("combobox", { name: "Occupation" })).toContainText("Other");
    const channel = page.getByRole("combobox", { name: /hear about us/ });
    await expect(channel).toContainText("Prefer Not To Say");
    await expect(page.getByRole("switch", { name: "Send me product news" })).toBeChecked();

    await page.reload();
    await expect(dialog).toBeVisible();
  },
);
