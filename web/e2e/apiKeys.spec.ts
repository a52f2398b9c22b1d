import type { APIRequestContext, Page } from "@playwright/test";
import { refuseOnce, signInAgain } from "./support/staleSignIn";
import { expect, oneLook, test, toast, unique } from "./support/test";

// Several keys and several looks at every page take a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

const dialog = (page: Page) => page.getByRole("dialog");

const row = (page: Page, name: string) =>
  page.locator("[data-api-key]").filter({ has: page.getByRole("heading", { name, exact: true }) });

const listOf = (resource: string) =>
  `/api/trpc/${resource}.list?input=${encodeURIComponent(JSON.stringify({}))}`;

/** The status of a call with a key, and why it was refused. */
async function callWith(
  request: APIRequestContext,
  key: string,
  path = listOf("assets"),
): Promise<[status: number, reason: string | null]> {
  const answer = await request.get(path, { headers: { authorization: `Bearer ${key}` } });
  if (answer.ok()) return [answer.status(), null];
  return [answer.status(), /"reason":"([^"]*)"/.exec(await answer.text())?.[1] ?? null];
}

/** Takes the text of a new key from the dialog, which it closes. */
async function takeKey(page: Page): Promise<string> {
  const made = page.getByRole("dialog", { name: "Your new API key" });
  const key = (await made.locator("[data-secret]").textContent()) ?? "";
  await made.getByRole("button", { name: "I have saved the key" }).click();
  await expect(made).toHaveCount(0);
  return key;
}

async function choose(page: Page, field: string, ...names: ReadonlyArray<string>): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  for (const name of names) await page.getByRole("option", { name, exact: true }).click();
  await page.keyboard.press("Escape");
}

test("a user creates a key, calls with it, rotates and revokes it", async ({
  page,
  request,
  signIn,
  inspect,
}) => {
  const name = `Import ${unique()}`;
  await signIn(page);
  await page.goto("/settings/api-keys");
  await expect(page.getByRole("heading", { name: "No API keys" })).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "Create a key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await inspect(page);
  // A sign-in that is too old is asked for again; who declines keeps the input.
  await refuseOnce(page, "apiKeys.create");
  await page.getByRole("button", { name: "Create key" }).click();
  await signInAgain(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(/This change needs a recent sign-in/)).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(dialog(page)).toContainText("not shown again");
  await inspect(page);
  const key = await takeKey(page);
  expect(key).toMatch(/^ak_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
  await expect(row(page, name)).toContainText("Active");

  await page.reload();
  await expect(row(page, name)).toContainText(key.slice(0, "ak_live_12345678_".length));
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await page.content()).not.toContain(key);

  expect(await callWith(request, key)).toEqual([200, null]);
  expect((await callWith(request, key, "/api/download/networks.csv"))[0]).toBe(200);
  expect(await callWith(request, key, "/api/trpc/users.getProfile")).toEqual([
    403,
    "key_not_allowed",
  ]);
  const wrong = key.endsWith("0") ? "1" : "0";
  expect(await callWith(request, key.slice(0, -1) + wrong)).toEqual([401, "key_invalid"]);

  await page.getByRole("button", { name: `Rotate key: ${name}` }).click();
  await inspect(page);
  await dialog(page).getByRole("radio", { name: "1 hour" }).click();
  await dialog(page).getByRole("button", { name: "Rotate key" }).click();
  const successor = await takeKey(page);
  expect(await callWith(request, successor)).toEqual([200, null]);
  expect(await callWith(request, key)).toEqual([200, null]);
  const replaced = page.locator("[data-api-key]").filter({ hasText: "Replaced" });
  await expect(replaced).toContainText("It works until");

  const active = page.locator("[data-api-key]").filter({ hasText: "Active" });
  await active.getByRole("button", { name: `Revoke key: ${name}` }).click();
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Revoke key" }).click();
  await expect(toast(page)).toContainText(`${name} was revoked.`);
  await expect.poll(() => callWith(request, successor)).toEqual([401, "key_invalid"]);
  await expect(page.getByRole("heading", { name: "Ended keys" })).toBeVisible();

  // Calls are counted by minute and reported some seconds later.
  await expect(async () => {
    await page.reload();
    await replaced.getByRole("button", { name: `Use of key: ${name}` }).click();
    await expect(replaced.getByRole("table", { name: "Calls by day (UTC)" })).toBeAttached({
      timeout: 2000,
    });
  }).toPass({ timeout: 90_000 });
  await inspect(page);
});

test("a scope narrows a key, and an edit widens it again", async ({
  page,
  request,
  signIn,
  inspect,
}) => {
  const name = `Networks ${unique()}`;
  await signIn(page);
  await page.goto("/settings/api-keys?key=new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await choose(page, "Purpose", "Test");
  await page.getByRole("radio", { name: "Only these scopes" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("region", { name: "2 fields need a change" })).toBeFocused();
  await choose(page, "Actions", "List");
  await choose(page, "Endpoints", "Networks");
  await expect(page.getByRole("group", { name: "Scope 1" })).toContainText("List networks.");
  await inspect(page);
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await takeKey(page);
  expect(key).toMatch(/^ak_test_/);
  await expect(row(page, name)).toContainText("List networks.");
  expect(await callWith(request, key, listOf("networks"))).toEqual([200, null]);
  expect(await callWith(request, key)).toEqual([403, "access.denied"]);

  await page.getByRole("link", { name: `Edit key: ${name}` }).click();
  await page.getByRole("radio", { name: "All data" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page)).toContainText(`${name} was saved.`);
  await expect(row(page, name)).toContainText("Reads all data that you can read.");
  await expect.poll(() => callWith(request, key)).toEqual([200, null]);
});

test("an owner manages the keys of the team", oneLook, async ({ page, request, signIn }) => {
  const team = `Desk ${unique()}`;
  await signIn(page);
  await page.goto("/settings/team");
  await page.getByRole("button", { name: "Create a team" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(team);
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByText("(you)")).toBeVisible();
  await page.goto("/settings/api-keys");
  await page.getByRole("link", { name: `Keys of ${team}` }).click();
  await page.getByRole("link", { name: "Create a key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Reports");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await takeKey(page);
  expect(await callWith(request, key)).toEqual([200, null]);
  await expect(row(page, "Reports")).toContainText("by you");
  await page.getByRole("link", { name: "Your keys" }).click();
  await expect(page.getByRole("heading", { name: "No API keys" })).toBeVisible();
});

/** One for each of the browsers that walk side by side: two links of one address would be taken for each other. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

test("an administrator disables, explains and revokes the key of a user", async ({
  page,
  browser,
  request,
  signIn,
  inspect,
}) => {
  const name = `Watched ${unique()}`;
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const owner = await context.newPage();
  const address = await signIn(owner);
  await owner.goto("/settings/api-keys?key=new");
  await owner.getByRole("textbox", { name: "Name" }).fill(name);
  await owner.getByRole("button", { name: "Create key" }).click();
  const key = await takeKey(owner);
  expect(await callWith(request, key)).toEqual([200, null]);

  await signIn(page, { address: administrator() });
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Address or name" }).fill(address);
  // Before that, a link is of a list that is replaced.
  await expect(page).toHaveURL(/filter=search/);
  await page.getByRole("link", { name: address }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(address);
  await expect(row(page, name)).toContainText("Active", { timeout: 30_000 });
  await inspect(page);
  await page.getByRole("button", { name: `Disable key: ${name}` }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Unknown program");
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Disable key" }).click();
  await expect(toast(page)).toContainText(`${name} was disabled.`);
  await expect(row(page, name)).toContainText("An administrator disabled it.");
  await expect.poll(() => callWith(request, key)).toEqual([401, "key_invalid"]);
  await owner.reload();
  await expect(row(owner, name)).toContainText("An administrator disabled it.");
  await expect(owner.getByRole("button", { name: `Enable key: ${name}` })).toHaveCount(0);

  await page.getByRole("button", { name: `Explain decisions on key: ${name}` }).click();
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(page.getByText("The key is refused. The key is disabled.")).toBeVisible();
  await inspect(page);

  await page.getByRole("button", { name: `Enable key: ${name}` }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Known by now");
  await dialog(page).getByRole("button", { name: "Enable key" }).click();
  await expect.poll(() => callWith(request, key)).toEqual([200, null]);
  await page.getByRole("button", { name: `Revoke key: ${name}` }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("No longer needed");
  await dialog(page).getByRole("button", { name: "Revoke key" }).click();
  await expect(row(page, name)).toContainText("Revoked: by an administrator.");
  await expect.poll(() => callWith(request, key)).toEqual([401, "key_invalid"]);
  await context.close();
});

test("a key in an address is refused and revoked", oneLook, async ({ page, request, signIn }) => {
  const name = `Address ${unique()}`;
  await signIn(page);
  await page.goto("/settings/api-keys?key=new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await takeKey(page);
  expect(await callWith(request, key)).toEqual([200, null]);
  const both = await page.request.get(listOf("assets"), {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([both.status(), await both.text()]).toEqual([
    400,
    expect.stringContaining("two_credentials"),
  ]);
  const answer = await request.get(`${listOf("assets")}&token=${key}`);
  expect([answer.status(), await answer.text()]).toEqual([
    400,
    expect.stringContaining("key_in_address"),
  ]);
  await expect.poll(() => callWith(request, key)).toEqual([401, "key_invalid"]);
  await page.reload();
  await expect(row(page, name)).toContainText("it was found in public");
});

test("the page about keys shows how to send one", async ({ page, inspect }) => {
  await page.goto("/tools/api/api-keys");
  await expect(page.getByRole("figure", { name: "A page of a list" })).toContainText(
    "Authorization: Bearer $ASSAY_API_KEY",
  );
  await inspect(page);
});
