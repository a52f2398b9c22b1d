import type { Browser, BrowserContext, Page } from "@playwright/test";
import { publishRecord } from "./support/dns";
import { awaitInvitation, knownMails } from "./support/mail";
import {
  askForLink,
  call,
  expect,
  newAddress,
  oneLook,
  profile,
  returnToTab,
  test,
  toast,
  unique,
} from "./support/test";

// Two people, their mails and several looks at every page take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const memberRow = (page: Page, address: string) =>
  card(page, "Members").getByRole("listitem").filter({ hasText: address });

async function createTeam(page: Page, name: string): Promise<void> {
  await page.goto("/settings/team");
  await page.getByRole("button", { name: "Create a team" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(card(page, "Members")).toContainText("(you)");
}

/** Invites the address, and takes the link from the mail. */
async function invite(page: Page, address: string): Promise<string> {
  const known = knownMails();
  await page.getByRole("textbox", { name: "E-mail address" }).fill(address);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(card(page, "Invitations").getByRole("list")).toContainText(address);
  return awaitInvitation(address, known);
}

/** Another browser with the look of the project. */
async function secondBrowser(browser: Browser, page: Page): Promise<[BrowserContext, Page]> {
  const viewport = page.viewportSize();
  const context = await browser.newContext({ viewport });
  return [context, await context.newPage()];
}

async function act(page: Page, address: string, entry: string, confirm: string): Promise<void> {
  await page.getByRole("button", { name: `Change ${address}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
}

test("somebody new is invited, accepts, becomes an owner, and is removed", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  const team = `Harbour ${unique()}`;
  const guestAddress = newAddress();
  await signIn(page);
  await createTeam(page, team);
  await inspect(page);
  const link = await invite(page, guestAddress);
  await inspect(page);

  const [elsewhere, guest] = await secondBrowser(browser, page);
  await guest.goto(link);
  await expect(guest).toHaveURL(/\/login\?/);
  await guest.goto(await askForLink(guest, guestAddress));
  await expect(guest).toHaveURL(/\/settings\/team\?invitation=/);
  await call(elsewhere, "userSettings.updateProfile", { profile });
  await guest.reload();
  await expect(card(guest, "Invitation")).toContainText(team);
  await inspect(guest);
  await guest.getByRole("button", { name: `Accept the invitation to ${team}` }).click();
  await expect(toast(guest)).toContainText(`Welcome to ${team}`);
  await expect(guest).toHaveURL(/\/settings\/team$/);
  await expect(memberRow(guest, guestAddress)).toContainText("Member");
  await expect(card(guest, "Invitations")).toHaveCount(0);

  await returnToTab(page);
  await expect(memberRow(page, guestAddress)).toBeVisible();
  await expect(card(page, "Invitations")).toContainText("No open invitations");
  await act(page, guestAddress, "Make owner", "Make owner");
  await expect(memberRow(page, guestAddress)).toContainText("Owner");
  await guest.reload();
  await expect(card(guest, "Invitations")).toBeVisible();

  await act(page, guestAddress, "Remove from team", "Remove");
  await expect(memberRow(page, guestAddress)).toHaveCount(0);
  await guest.reload();
  await expect(card(guest, "Your organizations")).toContainText("Active");
  await expect(guest.getByText(team)).toHaveCount(0);
  await expect(card(guest, "Members")).toHaveCount(0);

  await guest.goto(link);
  await expect(card(guest, "Invitation")).toContainText("cannot be used");
  await elsewhere.close();
});

test(
  "an invitation sent again ends the one before, and can be declined",
  oneLook,
  async ({ page, browser, signIn, inspect }) => {
    const team = `Quay ${unique()}`;
    await signIn(page);
    await createTeam(page, team);
    const [elsewhere, guest] = await secondBrowser(browser, page);
    const guestAddress = await signIn(guest);
    const first = await invite(page, guestAddress);
    const known = knownMails();
    await page.getByRole("button", { name: `Send again to ${guestAddress}` }).click();
    await expect(toast(page)).toContainText("A new link was sent");
    const second = await awaitInvitation(guestAddress, known);
    expect(second).not.toBe(first);

    await guest.goto(first);
    await expect(card(guest, "Invitation")).toContainText("no longer open");
    await inspect(guest);
    await guest.getByRole("button", { name: "Dismiss" }).click();
    await expect(card(guest, "Teams you can join")).toContainText(team);

    await page.goto(second);
    await expect(card(page, "Invitation")).toContainText("sent to a different e-mail address");
    await page.getByRole("button", { name: "Dismiss" }).click();

    await guest.goto(second);
    await guest.getByRole("button", { name: `Decline the invitation to ${team}` }).click();
    await expect(toast(guest)).toContainText(`You declined the invitation to ${team}`);
    await expect(guest.getByText(team, { exact: true })).toHaveCount(0);
    await returnToTab(page);
    await expect(card(page, "Invitations")).toContainText("No open invitations");
    await elsewhere.close();
  },
);

test(
  "an invitation is withdrawn, and who joined by another one leaves again",
  oneLook,
  async ({ page, browser, signIn }) => {
    const team = `Mole ${unique()}`;
    await signIn(page);
    await createTeam(page, team);
    const [elsewhere, guest] = await secondBrowser(browser, page);
    const guestAddress = await signIn(guest);
    const withdrawn = await invite(page, guestAddress);
    await page.getByRole("button", { name: `Revoke the invitation of ${guestAddress}` }).click();
    await expect(toast(page)).toContainText(`The invitation of ${guestAddress} is revoked.`);
    await expect(card(page, "Invitations")).toContainText("No open invitations");
    await guest.goto(withdrawn);
    await expect(card(guest, "Invitation")).toContainText("cannot be used");
    await guest.getByRole("button", { name: "Dismiss" }).click();
    await expect(card(guest, "Teams you can join")).toHaveCount(0);

    await guest.goto(await invite(page, guestAddress));
    await guest.getByRole("button", { name: `Accept the invitation to ${team}` }).click();
    await expect(memberRow(guest, guestAddress)).toContainText("(you)");
    await guest.getByRole("button", { name: "Leave team" }).click();
    await guest.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await expect(card(guest, "This team")).toHaveCount(0);
    await expect(card(guest, "Your organizations")).not.toContainText(team);
    await returnToTab(page);
    await expect(memberRow(page, guestAddress)).toHaveCount(0);
    await elsewhere.close();
  },
);

test("the last owner stays, and works alone meanwhile", oneLook, async ({ page, signIn }) => {
  const team = `Wharf ${unique()}`;
  const address = await signIn(page);
  await createTeam(page, team);
  await page.getByRole("button", { name: "Leave team" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(toast(page)).toContainText("A team needs at least one owner");
  await act(page, address, "Step down to member", "Step down");
  await expect(toast(page)).toContainText("A team needs at least one owner");
  await expect(memberRow(page, address)).toContainText("Owner");

  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(`${team} Desk`);
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(card(page, "This team")).toContainText(`${team} Desk`);

  await page.getByRole("button", { name: "Switch to Personal" }).click();
  await expect(card(page, "This team")).toHaveCount(0);
  await page.goto("/settings/plan");
  await expect(card(page, "Your plan")).toContainText("your personal organization");
  await expect(page.getByText(`${team} Desk`)).toBeVisible();
});

test(
  "a team proves its domain, and its people decide whether to join",
  oneLook,
  async ({ page, browser, signIn, inspect }) => {
    const domain = `${unique()}.example.test`;
    const team = `Pier ${unique()}`;
    const [before, colleague] = await secondBrowser(browser, page);
    await signIn(colleague, { address: newAddress(domain) });
    await signIn(page, { address: newAddress(domain) });
    await createTeam(page, team);
    const claim = card(page, "E-mail domain");
    await expect(claim.getByRole("textbox", { name: "Domain" })).toHaveValue(domain);
    await claim.getByRole("button", { name: "Claim domain" }).click();
    await claim.getByRole("button", { name: "Check now" }).click();
    await expect(claim).toContainText(`No TXT record was found at _assay.${domain}`);
    await inspect(page);
    await colleague.goto("/settings/team");
    await expect(card(colleague, "Your organizations")).toBeVisible();
    await expect(card(colleague, "Teams you can join")).toHaveCount(0);

    const value = await claim.getByText(/^assay-verification=/).textContent();
    publishRecord(`_assay.${domain}`, value ?? "");
    await claim.getByRole("button", { name: "Check now" }).click();
    await expect(claim).toContainText("Proved on");
    await colleague.reload();
    await expect(card(colleague, "Teams you can join")).toContainText(`addresses at ${domain}`);
    await inspect(colleague);
    await colleague.getByRole("button", { name: `Join ${team}` }).click();
    await expect(card(colleague, "Members")).toContainText("(you)");

    const [after, newcomer] = await secondBrowser(browser, page);
    await signIn(newcomer, { address: newAddress(domain) });
    await newcomer.goto("/settings/team");
    await expect(card(newcomer, "This team")).toHaveCount(0);
    await newcomer.getByRole("button", { name: `Dismiss ${team}` }).click();
    await expect(card(newcomer, "Teams you can join")).toHaveCount(0);

    await claim.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(toast(page)).toContainText("People join by invitation only.");
    await expect(card(page, "Members")).toContainText("2 people");
    await Promise.all([before.close(), after.close()]);
  },
);
