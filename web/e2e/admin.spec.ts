import type { Browser, BrowserContext, Page } from "@playwright/test";
import { publishRecord } from "./support/dns";
import { awaitLink, knownMails } from "./support/mail";
import { refuseOnce, signInAgain } from "./support/staleSignIn";
import {
  account,
  askForLink,
  call,
  expect,
  newAddress,
  oneLook,
  quietPage,
  returnToTab,
  signInLink,
  test,
  toast,
  unique,
} from "./support/test";

// Two people, their mails and several looks at every page take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** One for each of the browsers that walk side by side: two links of one address would be taken for each other. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const dialog = (page: Page) => page.getByRole("dialog");

const newest = (page: Page) => page.getByRole("list", { name: "History" }).locator("> li").first();

/** The day in UTC after a number of days. */
const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Another browser with the look of the project. */
async function secondBrowser(browser: Browser, page: Page): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  return [context, await context.newPage()];
}

/** Finds one record through the search of a list and opens its page. */
async function open(page: Page, list: string, box: string, text: string): Promise<void> {
  await page.goto(list);
  await page.getByRole("searchbox", { name: box }).fill(text);
  await expect(page).toHaveURL(/filter=search/);
  await page.getByRole("link", { name: text }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
}

test("an administrator finds a user, changes role and features, and sees who did what", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  const [elsewhere, guest] = await secondBrowser(browser, page);
  const address = await signIn(guest);
  await signIn(page, { address: administrator() });
  await open(page, "/admin/users", "Address or name", address);
  await inspect(page);

  await card(page, "Role").getByRole("button", { name: "Make administrator" }).click();
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Make administrator" }).click();
  await expect(toast(page)).toContainText("is now an administrator");
  await expect(newest(page)).toContainText("Role changed");
  await expect(newest(page)).toContainText("Customer");
  await expect(newest(page)).toContainText("Administrator");
  await expect(newest(page)).toContainText(administrator());
  await guest.goto("/admin/users");
  await expect(guest.getByRole("region", { name: "Users" })).toBeVisible();

  await card(page, "Role").getByRole("button", { name: "Make customer" }).click();
  await dialog(page).getByRole("button", { name: "Make customer" }).click();
  await expect(toast(page)).toContainText("is now a customer");
  await card(page, "Features").getByRole("checkbox", { name: "Admin tools" }).click();
  await card(page, "Features").getByRole("button", { name: "Save features" }).click();
  await expect(toast(page)).toContainText("Features saved.");
  await expect(newest(page)).toContainText("Features changed");
  await expect(newest(page)).toContainText("Admin tools");
  await inspect(page);

  // The feature shows the menu; the role alone opens the pages.
  await guest.goto("/admin/users");
  await expect(guest.getByText("For administrators only")).toBeVisible();
  await elsewhere.close();
});

test(
  "a user who is signed out or deactivated loses every session, and signs in again only when reactivated",
  oneLook,
  async ({ page, browser, signIn, inspect }) => {
    const [elsewhere, guest] = await secondBrowser(browser, page);
    const address = await signIn(guest);
    await guest.goto(quietPage);
    await expect(account(guest)).toBeVisible();
    await signIn(page, { address: administrator() });
    await open(page, "/admin/users", "Address or name", address);

    await card(page, "Sessions").getByRole("button", { name: "Sign out everywhere" }).click();
    await dialog(page).getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(toast(page)).toContainText("1 session ended.");
    await expect(card(page, "Sessions")).toContainText("No active sessions.");
    await expect(newest(page)).toContainText("Signed out");
    await returnToTab(guest);
    await expect(signInLink(guest)).toBeVisible();

    await card(page, "Access").getByRole("button", { name: "Deactivate" }).click();
    await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Left the firm");
    await inspect(page);
    await dialog(page).getByRole("button", { name: "Deactivate" }).click();
    await expect(toast(page)).toContainText("is deactivated");
    await expect(newest(page)).toContainText("Left the firm");
    await inspect(page);

    await guest.goto("/login");
    await guest.goto(await askForLink(guest, address));
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
      "This account is deactivated",
    );
    await guest.goto(quietPage);
    await expect(signInLink(guest)).toBeVisible();

    await page.goto("/admin/users?filter=state:is:deactivated");
    await expect(page.getByRole("link", { name: address }).first()).toBeVisible();
    await page.getByRole("link", { name: address }).first().click();
    await card(page, "Access").getByRole("button", { name: "Reactivate" }).click();
    await dialog(page).getByRole("button", { name: "Reactivate" }).click();
    await expect(toast(page)).toContainText("can sign in again");
    await guest.goto("/login");
    await guest.goto(await askForLink(guest, address));
    await expect(account(guest)).toBeVisible();
    await elsewhere.close();
  },
);

test("an administrator cannot lock themselves out", oneLook, async ({ page, signIn }) => {
  await signIn(page, { address: administrator() });
  await open(page, "/admin/users", "Address or name", administrator());
  await expect(card(page, "Role").getByRole("button", { name: "Make customer" })).toBeDisabled();
  await expect(card(page, "Access").getByRole("button", { name: "Deactivate" })).toBeDisabled();
  await expect(card(page, "Sessions")).toContainText("These are your own.");
});

test("an administrator changes the plan, the domain and the members of a team", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  const word = unique();
  const team = `Harbour ${word} (sample)`;
  const domain = `${word}.example.test`;
  const [elsewhere, guest] = await secondBrowser(browser, page);
  const address = await signIn(guest, { address: newAddress(domain) });
  await call(elsewhere, "teams.create", { name: team });
  const [third, newcomer] = await secondBrowser(browser, page);

  await signIn(page, { address: administrator() });
  await open(page, "/admin/organizations", "Name or domain", team);
  await inspect(page);
  await card(page, "Domain").getByRole("textbox", { name: "E-mail domain" }).fill("gmail.com");
  await card(page, "Domain").getByRole("button", { name: "Change domain" }).click();
  await dialog(page).getByRole("button", { name: "Change domain" }).click();
  await expect(card(page, "Domain")).toContainText("Domains of public e-mail providers");
  await card(page, "Domain").getByRole("textbox", { name: "E-mail domain" }).fill(domain);
  await card(page, "Domain").getByRole("button", { name: "Change domain" }).click();
  await dialog(page).getByRole("button", { name: "Change domain" }).click();
  await expect(toast(page)).toContainText(`The team claims ${domain}.`);
  await expect(newest(page)).toContainText("Domain changed");

  const plan = card(page, "Plan");
  await plan.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option", { name: "Trial: all access" }).click();
  await plan.getByRole("button", { name: "Change plan" }).click();
  await expect(plan.getByRole("alert")).toHaveText("Enter the last day of the trial.");
  await inspect(page);
  await plan.getByLabel("Ends on").fill(dayAfter(12));
  await plan.getByRole("button", { name: "Change plan" }).click();
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Change plan" }).click();
  await expect(toast(page)).toContainText("Plan changed to Trial: all access until");
  await expect(newest(page)).toContainText("Ends on");
  await expect(card(page, "Organization")).toContainText("Ends on");
  await guest.goto("/settings/plan");
  await expect(guest.getByText(/^Trial ends on .* \(in 12 days\)/)).toBeVisible();

  await plan.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option", { name: "Premium: all access" }).click();
  await expect(plan.getByLabel("Ends on")).toHaveValue("");
  await card(page, "Plan").getByRole("button", { name: "Change plan" }).click();
  await dialog(page).getByRole("button", { name: "Change plan" }).click();
  await expect(toast(page)).toContainText("Premium: all access");
  await expect(newest(page)).toContainText("Plan changed");
  await guest.goto("/settings/plan");
  await expect(card(guest, "Your plan")).toContainText("Premium: all access");
  await expect(guest.getByText(/ends on/)).toHaveCount(0);

  await guest.goto("/settings/team");
  const claim = card(guest, "E-mail domain");
  const value = await claim.getByText(/^assay-verification=/).textContent();
  publishRecord(`_assay.${domain}`, value ?? "");
  await claim.getByRole("button", { name: "Check now" }).click();
  await expect(claim).toContainText("Proved on");

  const joined = await signIn(newcomer, { address: newAddress(domain) });
  await newcomer.goto("/settings/team");
  await newcomer.getByRole("button", { name: `Join ${team}` }).click();
  await expect(card(newcomer, "Members")).toContainText("(you)");
  await page.reload();
  await card(page, "Members")
    .getByRole("button", { name: `Change ${joined}` })
    .click();
  await page.getByRole("menuitem", { name: "Remove from team" }).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(card(page, "Members")).not.toContainText(joined);
  await expect(newest(page)).toContainText(joined);
  await card(page, "Members")
    .getByRole("button", { name: `Change ${address}` })
    .click();
  await page.getByRole("menuitem", { name: "Remove from team" }).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(toast(page)).toContainText("A team needs at least one owner");
  await inspect(page);

  await card(page, "Members").getByRole("button", { name: "Add member" }).click();
  await inspect(page);
  await dialog(page).getByRole("textbox", { name: "E-mail address" }).fill(newAddress(domain));
  await dialog(page).getByRole("button", { name: "Add member" }).click();
  await expect(dialog(page)).toContainText("No account has this address");
  await dialog(page).getByRole("textbox", { name: "E-mail address" }).fill(joined);
  await dialog(page).getByRole("button", { name: "Add member" }).click();
  await expect(toast(page)).toContainText(`${joined} was added to ${team}.`);
  await expect(newest(page)).toContainText("Member added");
  await expect(card(page, "Members")).toContainText(joined);
  await Promise.all([elsewhere.close(), third.close()]);
});

test("an administrator makes a personal organization a team, and personal again", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  const team = `Quay ${unique()} (sample)`;
  const [elsewhere, guest] = await secondBrowser(browser, page);
  const address = await signIn(guest);
  await signIn(page, { address: administrator() });
  await open(page, "/admin/organizations", "Name or domain", address);
  await card(page, "Organization").getByRole("button", { name: "Make a team" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(team);
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Make a team" }).click();
  await expect(toast(page)).toContainText("The organization is now a team.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(team);
  await expect(newest(page)).toContainText("Scope changed");
  await expect(newest(page)).toContainText("Personal");
  await inspect(page);
  await guest.goto("/settings/team");
  await expect(card(guest, "Members")).toContainText(address);

  await card(page, "Organization").getByRole("button", { name: "Make personal" }).click();
  await dialog(page).getByRole("button", { name: "Make personal" }).click();
  await expect(toast(page)).toContainText("The organization is now personal.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(address);
  await elsewhere.close();
});

test(
  "somebody else meets neither the menu nor the data",
  oneLook,
  async ({ page, context, signIn }) => {
    await signIn(page);
    await page.goto("/admin/users");
    await expect(page.getByText("Not enabled: Admin tools")).toBeVisible();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(navigation.getByText("User Admin")).toHaveCount(0);
    const read = await context.request.get("/api/trpc/adminUsers.list?input=%7B%7D");
    expect(read.status()).toBe(403);
    const data = { id: "01900000-0000-7000-8000-000000000001", role: "ADMIN" };
    const write = await context.request.post("/api/trpc/adminUsers.setRole", { data });
    expect(write.status()).toBe(403);
  },
);

test(
  "an address without a user is a page that says so",
  oneLook,
  async ({ page, signIn, inspect }) => {
    await signIn(page, { address: administrator() });
    for (const id of ["nobody", "01900000-0000-7000-8000-000000000001"]) {
      const answer = await page.goto(`/admin/users/${id}`);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading", { name: "User not found" })).toBeVisible();
      await page.goto(`/admin/organizations/${id}`);
      await expect(page.getByRole("heading", { name: "Organization not found" })).toBeVisible();
    }
    await inspect(page);
  },
);

test(
  "a change that needs a recent sign-in is repeated after one, on the same page",
  oneLook,
  async ({ page, browser, signIn, inspect }) => {
    const [elsewhere, guest] = await secondBrowser(browser, page);
    const address = await signIn(guest);
    await elsewhere.close();
    await signIn(page, { address: administrator() });
    await open(page, "/admin/users", "Address or name", address);
    await refuseOnce(page, "adminUsers.setFeatures");
    const features = card(page, "Features");
    await features.getByRole("checkbox", { name: "Admin tools" }).click();
    await features.getByRole("button", { name: "Save features" }).click();
    const again = signInAgain(page);
    await expect(again).toContainText(administrator());
    await inspect(page);

    const known = knownMails();
    await again.getByRole("button", { name: "Send sign-in link" }).click();
    const link = await awaitLink(administrator(), known);
    const proceed = again.getByRole("button", { name: "Continue", exact: true });
    await refuseOnce(page, "linkedAccounts.authorizeLink");
    await proceed.click();
    await expect(again.getByRole("alert")).toContainText("Open the link first");
    const tab = await page.context().newPage();
    await tab.goto(link);
    await expect(tab).toHaveURL(page.url());
    await tab.close();

    await proceed.click();
    await expect(toast(page)).toContainText("Features saved.");
    await expect(again).toHaveCount(0);
    await expect(features.getByRole("checkbox", { name: "Admin tools" })).toBeChecked();
  },
);
