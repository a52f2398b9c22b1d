import type { Page } from "@playwright/test";
import { askForLink, expect, newAddress, oneLook, test, welcome } from "./support/test";

const explained = {
  Signin: "Sign-in could not be started",
  OAuthSignin: "The provider cannot be reached",
  OAuthCallback: "The sign-in with this provider failed",
  OAuthCreateAccount: "The account could not be created",
  EmailCreateAccount: "The account could not be created",
  Callback: "The sign-in was not completed",
  OAuthAccountNotLinked: "This e-mail address is already in use",
  EmailSignin: "The sign-in mail could not be sent",
  CredentialsSignin: "The sign-in details were not accepted",
  SessionRequired: "Sign in to continue",
};

/** Comes to the sign-in page with the error, and reads its explanation. */
async function readExplanation(page: Page, code: string, text: string): Promise<void> {
  await page.goto(`/api/auth/error?error=${code}`);
  await expect(page).toHaveURL(new RegExp(`/login\\?.*error=${code}`));
  await expect(page.getByRole("main").getByRole("alert")).toContainText(text);
}

test("the sign-in page explains each of its error codes", oneLook, async ({ page }) => {
  for (const [code, text] of Object.entries(explained)) await readExplanation(page, code, text);
});

test("an explanation on the sign-in page can be read", async ({ page, inspect }) => {
  await readExplanation(page, "SessionRequired", explained.SessionRequired);
  await inspect(page);
});

test(
  "an address that cannot get mail is refused with an explanation",
  oneLook,
  async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("textbox", { name: "E-mail address" }).fill("nobody@nodots");
    await page.getByRole("button", { name: "Send sign-in link" }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("The sign-in mail could not be sent");
    await expect(page).toHaveURL(/\/login$/);
  },
);

test("another link can be requested where the mail is announced", async ({ page, inspect }) => {
  const address = newAddress();
  await page.goto("/login");
  const first = await askForLink(page, address);
  await expect(page.getByText(address)).toBeVisible();
  await inspect(page);
  await page.getByRole("button", { name: "Send another link" }).click();
  await expect(page.getByText(/Another link was sent/)).toBeVisible();
  await page.goto(first);
  await expect(welcome(page)).toBeVisible();
});

test("a link signs in in another browser after a confirmation", async ({
  page,
  browser,
  colorScheme,
  inspect,
}) => {
  const address = newAddress();
  await page.goto("/login");
  const link = await askForLink(page, address);
  const elsewhere = await browser.newContext({ colorScheme });
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Confirm sign-in to Assay");
  await inspect(other);
  await other.getByRole("button", { name: `Sign in as ${address}` }).click();
  await expect(welcome(other)).toBeVisible();
  await elsewhere.close();
});

test("a link works once", oneLook, async ({ page, browser }) => {
  await page.goto("/login");
  const link = await askForLink(page, newAddress());
  await page.goto(link);
  await expect(welcome(page)).toBeVisible();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other).toHaveURL(/\/auth\/error\?error=Verification$/);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    "This sign-in link no longer works",
  );
  await elsewhere.close();
});

test(
  "a page that needs a session asks for the sign-in and comes back",
  oneLook,
  async ({ page }) => {
    await page.goto("/settings/profile");
    await expect(page).toHaveURL(/\/login\?.*error=SessionRequired/);
    const callback = new URL(page.url()).searchParams.get("callbackUrl");
    expect(callback).toContain("/settings/profile");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Sign in to continue");
    const link = await askForLink(page, newAddress());
    await page.goto(link);
    await expect(page).toHaveURL(/\/settings\/profile$/);
  },
);
