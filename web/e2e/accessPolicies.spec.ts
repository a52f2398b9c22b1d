import type { Page } from "@playwright/test";
import { expect, oneLook, test, toast, unique } from "./support/test";

// A policy, a role and several looks at every page take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** One for each of the browsers that walk side by side: two links of one address would be taken for each other. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const dialog = (page: Page) => page.getByRole("dialog");

const history = (page: Page) => page.getByRole("list", { name: "History" });

const sentence = (page: Page) => page.getByRole("region", { name: "This policy says" });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function choose(page: Page, field: string, ...names: ReadonlyArray<string>): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  for (const name of names) await page.getByRole("option", { name, exact: true }).click();
  await page.keyboard.press("Escape");
}

test("an administrator writes a policy as a sentence, changes it and archives it", async ({
  page,
  signIn,
  inspect,
}) => {
  const name = `Treasuries ${unique()}`;
  await signIn(page, { address: administrator() });
  await page.goto("/admin/api_access_policies");
  await expect(page.getByRole("region", { name: "Access policies" })).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "New policy" }).click();
  await expect(heading(page)).toHaveText("New access policy");
  await inspect(page);

  await page.getByRole("button", { name: "Create policy" }).click();
  await expect(page.getByRole("region", { name: "3 fields need a change" })).toBeFocused();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await choose(page, "Actions", "List", "Export");
  await choose(page, "Endpoints", "Assets");
  await expect(sentence(page)).toContainText(`${name} may list and export assets.`);
  const offered = page.getByRole("group", { name: "Add a condition on" });
  await expect(offered.getByRole("button", { name: "Measure" })).toHaveCount(0);
  await offered.getByRole("button", { name: "Network" }).click();
  const condition = page.getByRole("group", { name: "Condition on network" });
  const values = condition.getByRole("combobox", { name: "Values" });
  await expect(values).toBeFocused();
  await page.keyboard.type("Ethereum");
  await page.getByRole("option", { name: "Ethereum", exact: true }).click();
  await page.getByRole("textbox", { name: "Rows per answer" }).fill("50000");
  await expect(sentence(page)).toContainText(
    `${name} may list and export assets on Ethereum, up to 50,000 rows an answer.`,
  );
  await expect(card(page, "Impact of saving")).toContainText("Changes the access of nobody.");
  await page.getByRole("textbox", { name: "Networks of callers" }).fill("10.1.2.3/8");
  await page.getByRole("button", { name: "Create policy" }).click();
  await expect(page.getByRole("region", { name: "1 field needs a change" })).toContainText(
    "The network is 10.0.0.0/8.",
  );
  await inspect(page);
  await page.getByRole("textbox", { name: "Networks of callers" }).fill("10.0.0.0/8");
  await page.getByRole("button", { name: "Create policy" }).click();
  await expect(toast(page)).toContainText(`${name} was created.`);

  await expect(heading(page)).toHaveText(name);
  await expect(card(page, "What it says")).toContainText("may list and export assets on Ethereum");
  await expect(card(page, "Definition")).toContainText("Network is one of Ethereum");
  await expect(card(page, "Holders")).toContainText("Nobody has this policy yet.");
  await expect(history(page)).toContainText("Policy created");
  await inspect(page);

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await choose(page, "Status", "Active");
  await page.getByRole("textbox", { name: "Reason" }).fill("Ready for the desk");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page)).toContainText(`${name} was saved.`);
  await expect(history(page)).toContainText("“Ready for the desk”");

  await page.getByRole("button", { name: "Archive" }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Replaced");
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Archive" }).click();
  await expect(toast(page)).toContainText(`${name} is archived.`);
  await expect(card(page, "Definition")).toContainText("Archived");
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);

  await page.goto("/admin/api_access_policies");
  await page.getByRole("searchbox", { name: "Name or description" }).fill(name);
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
});

test(
  "two administrators change one policy, and the second decides",
  oneLook,
  async ({ page, context, signIn }) => {
    const name = `Conflict ${unique()}`;
    await signIn(page, { address: administrator() });
    await page.goto("/admin/api_access_policies/new");
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await choose(page, "Actions", "Read");
    await choose(page, "Endpoints", "Issuers");
    await page.getByRole("button", { name: "Create policy" }).click();
    await expect(heading(page)).toHaveText(name);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "Description" }).fill("Mine");

    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: "Description" }).fill("Theirs");
    await other.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(other)).toContainText(`${name} was saved.`);

    await page.getByRole("button", { name: "Save changes" }).click();
    const conflict = page.getByRole("region", { name: "This record was changed meanwhile" });
    await expect(conflict).toBeFocused();
    await expect(conflict).toContainText("Theirs");
    await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Mine");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page)).toContainText(`${name} was saved.`);
    await expect(card(page, "What it says")).toContainText("Mine");

    // A draft that no role has is deleted, and not archived.
    await page.getByRole("button", { name: "Delete draft" }).click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await expect(toast(page)).toContainText(`${name} was deleted.`);
    await expect(heading(page)).toHaveText("Access policies");
  },
);

test("an administrator creates a role, disables it and enables it again", async ({
  page,
  signIn,
  inspect,
}) => {
  const word = unique();
  const name = `Desk ${word}`;
  await signIn(page, { address: administrator() });
  await page.goto("/admin/api_access_roles");
  await expect(page.getByRole("region", { name: "Access roles" })).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "New role" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  // The key follows from the name when that is left.
  const key = page.getByRole("textbox", { name: "Key" });
  await page.keyboard.press("Tab");
  await expect(key).toHaveValue(`desk-${word}`);
  await key.fill("plan.gold");
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("region", { name: "1 field needs a change" })).toContainText(
    "are reserved.",
  );
  await key.fill(`desk-${word}`);
  await inspect(page);
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(toast(page)).toContainText(`${name} was created.`);
  await expect(heading(page)).toHaveText(name);
  await expect(card(page, "Policies")).toContainText("No policies yet: the role gives no access.");
  await expect(page.getByRole("link", { name: "Assign a policy" })).toHaveAttribute(
    "href",
    /\/admin\/api_access_policy_assignments\/new\?role=/,
  );
  await inspect(page);

  await page.getByRole("button", { name: "Disable role" }).click();
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await expect(toast(page)).toContainText(`${name} is disabled.`);
  await expect(history(page)).toContainText("Role disabled");
  await page.getByRole("button", { name: "Enable role" }).click();
  await dialog(page).getByRole("button", { name: "Enable" }).click();
  await expect(toast(page)).toContainText(`${name} is enabled.`);
});

test(
  "what the installation manages cannot be edited, and unknown addresses say so",
  oneLook,
  async ({ page, signIn, inspect }) => {
    await signIn(page, { address: administrator() });
    await page.goto("/admin/api_access_roles?filter=kind:is:plan");
    await page.getByRole("region", { name: "Access roles" }).getByRole("link").first().click();
    await expect(page.getByText(/Managed by the policy set/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    await page.goto(`${page.url()}/edit`);
    await expect(page.getByRole("heading", { name: "Managed by the policy set" })).toBeVisible();
    for (const id of ["nothing", "01900000-0000-7000-8000-000000000001"]) {
      await page.goto(`/admin/api_access_policies/${id}`);
      await expect(page.getByRole("heading", { name: "Access policy not found" })).toBeVisible();
      await page.goto(`/admin/api_access_roles/${id}/edit`);
      await expect(page.getByRole("heading", { name: "Access role not found" })).toBeVisible();
    }
    await inspect(page);
  },
);
