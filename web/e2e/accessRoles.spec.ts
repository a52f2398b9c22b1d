import type { Browser, Page } from "@playwright/test";
import { expect, oneLook, send, test, toast, unique } from "./support/test";

// Two people and several pages take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** One for each of the browsers that walk side by side: two links of one address would be taken for each other. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const dialog = (page: Page) => page.getByRole("dialog");

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const newest = (page: Page) => page.getByRole("list", { name: "History" }).locator("> li").first();

/** Creates a record as the signed-in administrator, and returns it. */
async function create<Saved>(page: Page, procedure: string, input: unknown): Promise<Saved> {
  const answer = await send(page.request, procedure, input);
  expect(answer.ok(), `${procedure}: ${answer.status()}`).toBe(true);
  return (await answer.json()).result.data;
}

/** A role without policies, of a name that no other journey uses. */
async function newRole(page: Page): Promise<{ id: string; name: string; display: string }> {
  const word = unique();
  const role = { name: `journey.${word}`, display_name: `Journey ${word}`, description: "" };
  const saved = await create<{ role: { id: string } }>(page, "accessRoles.create", { role });
  return { id: saved.role.id, name: role.name, display: role.display_name };
}

/** Signs another person in, who is then an account that a role can be given to. */
async function somebody(
  browser: Browser,
  page: Page,
  signIn: (page: Page) => Promise<string>,
): Promise<string> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const address = await signIn(await context.newPage());
  await context.close();
  return address;
}

/** Reads the page until the event about a new plan has reached the roles. */
async function findPlan(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(card(page, "Access roles")).toContainText(/by its plan/i, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

async function openUser(page: Page, address: string): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Address or name" }).fill(address);
  // Before that, a link is of a list that is replaced.
  await expect(page).toHaveURL(/filter=search/);
  await page.getByRole("link", { name: address }).first().click();
  await expect(heading(page)).toHaveText(address);
}

test("an administrator gives a user a role, changes its end, and ends it", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  const address = await somebody(browser, page, signIn);
  await signIn(page, { address: administrator() });
  const role = await newRole(page);

  await openUser(page, address);
  const held = card(page, "Access roles");
  await findPlan(page);
  await held.getByRole("link", { name: "Give a role" }).click();
  await expect(heading(page)).toHaveText("New user role");
  await expect(page.getByRole("combobox", { name: "User" })).toHaveValue(new RegExp(address));
  await page.getByRole("combobox", { name: "Role" }).fill(role.name);
  await page.getByRole("option", { name: new RegExp(role.display) }).click();
  await page.getByRole("button", { name: "Give role" }).click();
  await expect(page.getByRole("region", { name: "1 field needs a change" })).toBeFocused();
  await inspect(page);
  await page.getByRole("textbox", { name: "Reason" }).fill("Due diligence of the mandate");
  await page.getByRole("button", { name: "Give role" }).click();
  await expect(toast(page)).toContainText(`${address} has the role ${role.display}.`);

  await expect(heading(page)).toHaveText(address);
  const line = held.getByRole("listitem").filter({ hasText: role.name });
  await expect(line).toContainText("Due diligence of the mandate");
  await expect(line).toContainText("Everywhere");
  await expect(line).toContainText(`Granted by ${administrator()}`);
  await inspect(page);

  await line.getByRole("link", { name: `Edit role ${role.name}` }).click();
  await expect(heading(page)).toHaveText(`${role.name} of ${address}`);
  await expect(newest(page)).toContainText("Role granted to a user");
  await page.getByLabel("Ends, UTC").fill("2036-12-31T18:00");
  await inspect(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page)).toContainText(`The terms of ${role.name} were changed.`);
  await expect(line).toContainText("Until 31 Dec 2036, 18:00 UTC");

  await page.goto(`/admin/api_access_user_roles?filter=search:contains:${address}`);
  await inspect(page);
  await page.getByRole("link", { name: address }).first().click();
  await expect(newest(page)).toContainText("Role of a user updated");
  await page.getByRole("button", { name: "End role" }).click();
  await dialog(page).getByRole("button", { name: "End role" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Enter a reason.");
  await inspect(page);
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("The mandate has ended");
  await dialog(page).getByRole("button", { name: "End role" }).click();
  await expect(toast(page)).toContainText(`The role ${role.name} has ended.`);
  await expect(heading(page)).toHaveText(address);
  await expect(held).not.toContainText(role.name);
});

test("an administrator gives an organization a role, beside that of its plan", async ({
  page,
  browser,
  signIn,
  inspect,
}) => {
  const address = await somebody(browser, page, signIn);
  await signIn(page, { address: administrator() });
  const role = await newRole(page);

  await page.goto("/admin/organizations");
  await page.getByRole("searchbox", { name: "Name or domain" }).fill(address);
  // Before that, a link is of a list that is replaced.
  await expect(page).toHaveURL(/filter=search/);
  await page.getByRole("link", { name: address }).first().click();
  await expect(heading(page)).toContainText(address);
  const held = card(page, "Access roles");
  await findPlan(page);
  await held.getByRole("link", { name: "Give a role" }).click();
  await expect(page.getByRole("combobox", { name: "Organization" })).toHaveValue(
    new RegExp(address),
  );
  await page.getByRole("combobox", { name: "Role" }).fill(role.name);
  await page.getByRole("option", { name: new RegExp(role.display) }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Contract of November");
  await page.getByRole("button", { name: "Give role" }).click();
  await expect(held.getByRole("listitem").filter({ hasText: role.name })).toContainText(
    "Contract of November",
  );
  await inspect(page);

  await page.goto(`/admin/api_access_org_roles?filter=search:contains:${address}`);
  await inspect(page);
  await page.getByRole("link", { name: address }).last().click();
  await expect(page.getByRole("heading", { name: "Managed by the plan" })).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "Change the plan" }).click();
  await expect(card(page, "Plan").getByRole("combobox", { name: "Plan" })).toBeVisible();

  await held.getByRole("link", { name: `Edit role ${role.name}` }).click();
  await page.getByRole("button", { name: "End role" }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("The contract has ended");
  await dialog(page).getByRole("button", { name: "End role" }).click();
  await expect(toast(page)).toContainText(`The role ${role.name} has ended.`);
  await expect(held).not.toContainText(role.name);
});

test("an administrator assigns a policy to a role with a tighter limit, and removes it", async ({
  page,
  signIn,
  inspect,
}) => {
  await signIn(page, { address: administrator() });
  const role = await newRole(page);
  const policy = {
    name: `Journey ${unique()}`,
    description: "",
    status: "active",
    effect: "allow",
    actions: ["list", "read"],
    endpoints: ["networks"],
    where: [],
    fields: { mode: "all", names: [] },
    time: {},
    limits: { rows_per_response: 500, export_formats: [] },
    ip_cidrs: [],
    tags: [],
  };
  await create(page, "accessPolicies.create", { policy });

  await page.goto(`/admin/api_access_policy_assignments/new?role=${role.id}`);
  await expect(page.getByRole("combobox", { name: "Role" })).toHaveValue(new RegExp(role.name));
  await page.getByRole("combobox", { name: "Policy" }).fill(policy.name);
  await page.getByRole("option", { name: policy.name }).click();
  const rows = page.getByRole("textbox", { name: "Rows per answer" });
  await expect(rows).toHaveAccessibleDescription("The policy allows 500.");
  await rows.fill("501");
  await page.getByRole("button", { name: "Assign policy" }).click();
  await expect(page.getByRole("region", { name: "1 field needs a change" })).toContainText(
    "The policy allows at most 500.",
  );
  await rows.fill("100");
  await expect(card(page, "Impact of saving")).toContainText(/Affects|Changes/);
  await inspect(page);
  await page.getByRole("button", { name: "Assign policy" }).click();
  await expect(toast(page)).toContainText("The policy was assigned.");
  await expect(heading(page)).toHaveText(`${policy.name} for ${role.name}`);
  const limits = page.getByRole("table", { name: "Limits" });
  await expect(limits.getByRole("row", { name: /Rows per answer/ })).toContainText("100");
  await inspect(page);

  await page.goto(`/admin/api_access_policy_assignments?filter=search:contains:${role.name}`);
  await inspect(page);
  await page.getByRole("link", { name: role.name }).first().click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Disabled" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(card(page, "Definition")).toContainText("Disabled");
  await expect(newest(page)).toContainText("Assignment updated");

  await page.getByRole("button", { name: "Remove assignment" }).click();
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(toast(page)).toContainText(`${policy.name} was removed from ${role.name}.`);
  await expect(heading(page)).toHaveText("Policy assignments");
});

test(
  "nobody gives themselves a role, and unknown addresses say so",
  oneLook,
  async ({ page, signIn }) => {
    await signIn(page, { address: administrator() });
    await openUser(page, administrator());
    await expect(card(page, "Access roles")).toContainText("Only another administrator");
    const role = await newRole(page);
    await page.goto(`/admin/api_access_user_roles/new?role=${role.id}`);
    await page.getByRole("combobox", { name: "User" }).fill(administrator());
    await page.getByRole("option", { name: new RegExp(administrator()) }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("Mine");
    await page.getByRole("button", { name: "Give role" }).click();
    await expect(page.getByRole("region", { name: "1 field needs a change" })).toContainText(
      "You cannot give yourself a role.",
    );
    const pages = {
      "api_access_user_roles/{id}/edit": "User role not found",
      "api_access_org_roles/{id}/edit": "Organization role not found",
      "api_access_policy_assignments/{id}": "Policy assignment not found",
    };
    // What was typed is left without a question: the page is loaded anew.
    page.on("dialog", (asked) => void asked.accept());
    for (const [path, title] of Object.entries(pages)) {
      for (const id of ["nothing", "01900000-0000-7000-8000-000000000001"]) {
        await page.goto(`/admin/${path.replace("{id}", id)}`);
        await expect(page.getByRole("heading", { name: title })).toBeVisible();
      }
    }
  },
);
