import { expect, oneLook, test } from "./support/test";

const titles = {
  AccessDenied: "Access denied",
  Verification: "This sign-in link no longer works",
  Configuration: "Sign-in is not set up correctly",
  MISSING_NEXTAUTH_API_ROUTE_ERROR: "Sign-in is not set up correctly",
  NO_SECRET: "Sign-in is not set up correctly",
  CALLBACK_CREDENTIALS_HANDLER_ERROR: "The sign-in details could not be checked",
  EMAIL_REQUIRES_ADAPTER_ERROR: "Sign-in is not set up correctly",
  MISSING_ADAPTER_METHODS_ERROR: "Sign-in is not set up correctly",
  CALLBACK_CREDENTIALS_JWT_ERROR: "Sign-in is not set up correctly",
  INVALID_CALLBACK_URL_ERROR: "The return address is not valid",
  OAuthCallbackError: "The sign-in with this provider failed",
  AccountNotLinkedError: "This e-mail address is already in use",
  UnknownError: "Sign-in failed",
  OAuthSignin: "The provider cannot be reached",
  anythingElse: "Sign-in failed",
};

test("the error page explains every name of the catalogue", oneLook, async ({ page }) => {
  for (const [name, title] of Object.entries(titles)) {
    await page.goto(`/auth/error?error=${name}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
});

test("the error page leads back to the sign-in", oneLook, async ({ page, inspect }) => {
  await page.goto("/auth/error?error=anythingElse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(titles.anythingElse);
  await inspect(page);
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Assay" })).toBeVisible();
});
