import type { Page } from "@playwright/test";
import { refuseOnce, signInAgain } from "./support/staleSignIn";
import { account, askForLink, expect, oneLook, quietPage, test, toast } from "./support/test";

/** The stack by the name of this machine: browsers accept no IP address as the id of a site. */
function namedSite(baseURL: string | undefined): string {
  const url = new URL(baseURL ?? "");
  if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return url.origin;
}

/** Takes the session of the context along to the named site. */
async function carrySession(page: Page, site: string): Promise<void> {
  const context = page.context();
  const { hostname } = new URL(site);
  const cookies = await context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: hostname })));
}

/** An authenticator of this device, whose user confirms everything at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page)).toContainText("Passkey added.");
  await expect(page.locator("[data-passkey]").filter({ hasText: name })).toBeVisible();
}

test(
  "a user adds a passkey, signs in with it, renames and removes it",
  oneLook,
  async ({ page, signIn, inspect, baseURL }) => {
    const site = namedSite(baseURL);
    await signIn(page);
    await carrySession(page, site);
    await addAuthenticator(page);
    await page.goto(`${site}/settings/sessions`);
    await expect(page.getByText("No passkeys.")).toBeVisible();
    await addPasskey(page, "Work laptop");
    await inspect(page);

    await page.context().clearCookies();
    await page.goto(`${site}/login?callbackUrl=/settings/sessions`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page).toHaveURL(`${site}/settings/sessions`);
    const current = page.locator("[data-session]").filter({ hasText: "This session" });
    await expect(current).toContainText("Passkey");

    await page.getByRole("button", { name: "Rename passkey: Work laptop" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Old laptop");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(toast(page)).toContainText("Passkey renamed.");
    await page.getByRole("button", { name: "Remove passkey: Old laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey", exact: true }).click();
    await expect(toast(page)).toContainText("Passkey removed.");
    await expect(page.getByText("No passkeys.")).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${site}/login`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("The passkey was not accepted.")).toBeVisible();
  },
);

test(
  "a passkey or a recovery code completes a sign-in by mail",
  oneLook,
  async ({ page, signIn, inspect, baseURL }) => {
    const site = namedSite(baseURL);
    const address = await signIn(page);
    await carrySession(page, site);
    await addAuthenticator(page);
    await page.goto(`${site}/settings/sessions`);
    await addPasskey(page, "Phone");
    await page.getByRole("switch", { name: "Require a passkey" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" }).locator("li");
    await expect(codes).toHaveCount(10);
    const code = (await codes.first().textContent()) ?? "";
    await inspect(page);
    await page.getByRole("button", { name: "I have saved the codes" }).click();
    await expect(page.getByText("10 recovery codes left.")).toBeVisible();

    const openLink = async () => {
      await page.context().clearCookies();
      await page.goto(`${site}/login`);
      const link = new URL(await askForLink(page, address));
      await page.goto(`${site}${link.pathname}${link.search}`);
      await expect(page).toHaveURL(/\/auth\/second-factor\?callbackUrl=/);
    };
    await openLink();
    await inspect(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(`${site}/`);
    await expect(account(page)).toBeVisible();

    await openLink();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(code);
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await expect(page).toHaveURL(`${site}/`);
    await expect(account(page)).toBeVisible();

    await openLink();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(code);
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await expect(page.getByText("This recovery code is not valid")).toBeVisible();
  },
);

test(
  "a change that needs a recent sign-in is made after a passkey, and a passkey of another account is refused",
  oneLook,
  async ({ page, signIn, inspect, baseURL }) => {
    const site = namedSite(baseURL);
    await signIn(page);
    await carrySession(page, site);
    await addAuthenticator(page);
    await page.goto(`${site}/settings/sessions`);
    // A user without a passkey signs in by mail, or declines.
    await refuseOnce(page, "passkeys.startRegistration");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Phone");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(
      signInAgain(page).getByRole("button", { name: "Send sign-in link" }),
    ).toBeVisible();
    await expect(signInAgain(page).getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
    await signInAgain(page).getByRole("button", { name: "Close" }).click();
    await expect(toast(page)).toContainText("This change needs a recent sign-in.");
    await addPasskey(page, "Phone");

    await refuseOnce(page, "passkeys.setSecondFactor");
    await page.getByRole("switch", { name: "Require a passkey" }).click();
    await expect(signInAgain(page).getByRole("button", { name: "Use a passkey" })).toBeVisible();
    await inspect(page);
    await signInAgain(page).getByRole("button", { name: "Use a passkey" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await expect(codes.locator("li")).toHaveCount(10);
    await expect(signInAgain(page)).toHaveCount(0);
    await codes.getByRole("button", { name: "I have saved the codes" }).click();
    const current = page.locator("[data-session]").filter({ hasText: "This session" });
    await expect(current).toContainText("Passkey");

    // Another user at the same device, whose authenticator still has the passkey of the first one.
    await page.goto(site + quietPage);
    await page.context().clearCookies();
    await signIn(page);
    await carrySession(page, site);
    await page.goto(site + quietPage);
    const refused = await page.evaluate(async () => {
      const post = async (action: string, values: Record<string, string>) => {
        const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
        const body = new URLSearchParams({ ...values, csrfToken, json: "true" });
        return (await fetch(`/api/auth/${action}`, { method: "POST", body })).json();
      };
      const { options } = await post("passkey/options", {});
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
      const credential = JSON.stringify(await navigator.credentials.get({ publicKey }));
      return (await post("passkey", { credential, stepUp: "true" })).url as string;
    });
    expect(refused).toContain("error=AnotherUser");
  },
);
