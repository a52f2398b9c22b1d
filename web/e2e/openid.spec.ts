import type { Page } from "@playwright/test";
import { refuseOnce, signInAgain } from "./support/staleSignIn";
import { expect, newAddress, oneLook, test, toast, welcome } from "./support/test";

/** The id of a provider that the stack under test knows. */
const provider = process.env.OIDC_TEST_PROVIDER ?? "peer";

async function signInAtProvider(page: Page, address: string): Promise<void> {
  await page.locator("input[name=login]").fill(address);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.locator("button[type=submit]", { hasText: "Continue" }).click();
}

test(
  "a newcomer signs in through an OpenID provider and is welcomed",
  oneLook,
  async ({ page, inspect }) => {
    const address = newAddress();
    const providers = await (await page.request.get("/api/auth/providers")).json();
    const { name } = providers[provider];
    await page.goto("/login?callbackUrl=/settings/profile");
    await page.getByRole("button", { name: `Continue with ${name}` }).click();
    await signInAtProvider(page, address);
    await expect(page).toHaveURL(/\/settings\/profile$/);
    await expect(welcome(page)).toBeVisible();
    await inspect(page);
  },
);

test(
  "a signed-in user links an account and removes it",
  oneLook,
  async ({ page, signIn, inspect }) => {
    await signIn(page);
    const address = newAddress();
    const providers = await (await page.request.get("/api/auth/providers")).json();
    const { name } = providers[provider];
    await page.goto("/settings/sessions");
    await page.getByRole("button", { name: `Link ${name}` }).click();
    await signInAtProvider(page, address);
    await expect(page).toHaveURL(/\/settings\/sessions$/);
    const linked = page.getByRole("listitem").filter({ hasText: `${name}: ${address}` });
    await expect(linked).toBeVisible();
    await inspect(page);

    // A change for which the sign-in is too old: the provider asks for another one, and the change is repeated.
    await refuseOnce(page, "linkedAccounts.remove");
    await linked.getByRole("button").click();
    await page.getByRole("button", { name: "Remove account", exact: true }).click();
    await signInAgain(page)
      .getByRole("button", { name: `Continue with ${name}` })
      .click();
    await page.locator("input[name=login]").fill(address);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await expect(page).toHaveURL(/\/settings\/sessions$/);
    const current = page.locator("[data-session]").filter({ hasText: "This session" });
    await expect(current).toContainText("OpenID provider");
    await linked.getByRole("button").click();
    await page.getByRole("button", { name: "Remove account", exact: true }).click();
    await expect(toast(page)).toContainText("Account removed.");
    await expect(linked).toHaveCount(0);
  },
);

test("a sign-in that is broken off at the provider is explained", oneLook, async ({ page }) => {
  await page.goto(`/api/auth/callback/${provider}?error=access_denied&state=unknown`);
  await expect(page).toHaveURL(/\/login\?.*error=/);
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
});
