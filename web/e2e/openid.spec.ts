import { expect, newAddress, oneLook, test, welcome } from "./support/test";

/** The id of a provider that the stack under test knows. */
const provider = process.env.OIDC_TEST_PROVIDER ?? "peer";

test("a newcomer signs in through an OpenID provider and is welcomed", async ({
  page,
  inspect,
}) => {
  const address = newAddress();
  const providers = await (await page.request.get("/api/auth/providers")).json();
  const { name } = providers[provider];
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

test("a sign-in that is broken off at the provider is explained", oneLook, async ({ page }) => {
  await page.goto(`/api/auth/callback/${provider}?error=access_denied&state=unknown`);
  await expect(page).toHaveURL(/\/login\?.*error=/);
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
});
