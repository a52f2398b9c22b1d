import { expect, newAddress, test, welcome } from "./support/test";

const provider = process.env.OIDC_TEST_PROVIDER;

test("a newcomer signs in through an OpenID provider and is welcomed", async ({
  page,
  inspect,
}) => {
  test.skip(!provider, "OIDC_TEST_PROVIDER names the provider");
  const address = newAddress();
  const providers = await (await page.request.get("/api/auth/providers")).json();
  const { name } = providers[provider as string];
  await page.goto("/login?callbackUrl=/settings/profile");
  await page.getByRole("button", { name: `Continue with ${name}` }).click();
  await page.locator("input[name=login]").fill(address);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.locator("button[type=submit]", { hasText: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(welcome(page)).toBeVisible();
  await inspect(page);
});

test("a sign-in that is broken off at the provider is explained", async ({ page }) => {
  test.skip(!provider, "OIDC_TEST_PROVIDER names the provider");
  await page.goto(`/api/auth/callback/${provider}?error=access_denied&state=unknown`);
  await expect(page).toHaveURL(/\/login\?.*error=/);
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
});
