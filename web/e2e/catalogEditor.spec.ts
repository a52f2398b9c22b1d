import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import type { ResourceMeta } from "../src/api/contract";
import { columnsOf } from "../src/features/admin/catalog/columns";
import { kinds } from "../src/features/admin/catalog/kinds";
import {
  account,
  call,
  expect,
  newAddress,
  send,
  signInByMail,
  test,
  toast,
  unique,
} from "./support/test";

/** One for each of the browsers that walk side by side: two links of one address would be taken for each other. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

const narrow = { width: 390, height: 844 };

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const newest = (page: Page) => page.getByRole("list", { name: "History" }).locator("> li").first();
const summary = (page: Page) => page.getByRole("region", { name: /needs? a change$/ });
const saved = (page: Page) => page.getByText("No unsaved changes");

/** A second administrator, who has no page open. */
async function colleague(browser: Browser, context: BrowserContext) {
  const other = await browser.newContext();
  const address = newAddress();
  await signInByMail(other, address);
  const { result } = await (await other.request.get("/api/trpc/users.getProfile")).json();
  await call(context, "adminUsers.setRole", { id: result.data.id, role: "ADMIN" });
  return { other, address };
}

const provenance = { source: "a filing", licence: "CC0-1.0" };

async function write(context: BrowserContext, resource: string, record: object): Promise<void> {
  await call(context, "catalog.save", { resource, records: [record] });
}

async function pressSave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
}

test("an administrator creates a record, changes it and sees who did what", async ({
  page,
  context,
  signIn,
  inspect,
}) => {
  const slug = `quay-${unique()}`;
  await signIn(page, { address: administrator() });
  await page.goto("/admin/catalog");
  await expect(page.getByRole("link", { name: /^Issuers\s*\d/ })).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: /^Issuers\s*\d/ }).click();
  await page.getByRole("searchbox", { name: "Name or slug" }).fill("aave");
  await expect(page.getByRole("link", { name: "Aave", exact: true })).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "New issuer" }).click();
  await expect(page).toHaveTitle("Assay | New issuer");

  // By keyboard alone: an empty form, the summary, the field that it leads to.
  await box(page, "Name").focus();
  await page.keyboard.press("Enter");
  await expect(summary(page)).toBeFocused();
  await inspect(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(box(page, "Name")).toBeFocused();
  await page.keyboard.type("Quay");
  await page.keyboard.press("Tab");
  await expect(box(page, "Slug")).toHaveValue("quay");
  await box(page, "Slug").fill("Not a slug");
  await page.getByRole("combobox", { name: "Country" }).fill("luxem");
  await expect(page.getByRole("option", { name: "Luxembourg" })).toBeVisible();
  await page.keyboard.press("Enter");
  await box(page, "Source").fill(provenance.source);
  await box(page, "Licence").fill(provenance.licence);
  await page.keyboard.press("Control+Enter");
  await expect(summary(page)).toContainText("Slug: Expected words of a-z and 0-9");
  await box(page, "Slug").fill("aave");
  await page.keyboard.press("Control+Enter");
  await expect(summary(page)).toContainText("A record with this slug exists already");
  await box(page, "Slug").fill(slug);
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveTitle("Assay | Edit Quay");
  await expect(newest(page)).toContainText("Created");
  await expect(newest(page)).toContainText(administrator());

  await box(page, "LEI").fill("5493001KJTIIGC8Y1R12");
  await page.getByRole("combobox", { name: "Country" }).fill("");
  await pressSave(page);
  await expect(saved(page)).toBeVisible();
  await expect(newest(page)).toContainText(/LEI: Empty.*5493001KJTIIGC8Y1R12/);
  await expect(newest(page)).toContainText(/Country: Luxembourg.*Empty/);
  await page.goto(`/issuers/${slug}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(box(page, "LEI")).toHaveValue("5493001KJTIIGC8Y1R12");

  // A change of imported values needs a source.
  await page.goto("/admin/catalog/issuers?filter=search:contains:aave");
  await page.getByRole("link", { name: "Aave", exact: true }).click();
  await box(page, "Legal name").fill("Aave Labs");
  await pressSave(page);
  await expect(summary(page).getByRole("link")).toHaveText(["Source", "Licence"]);

  // A page with unsaved changes asks before it is left, by a link and by the way back.
  await page.getByRole("link", { name: "Issuers" }).first().click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.goBack();
  await expect(dialog(page)).toContainText("The changes to Aave are not saved");
  await inspect(page);
  await dialog(page).getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/issuers\?filter/);
  await page.goto("/admin/catalog/issuers/aave/edit");
  await expect(saved(page)).toBeVisible();

  await call(context, "catalog.remove", { resource: "issuers", slug });
});

test("nothing typed is lost when two save, a session ends or the network fails", async ({
  page,
  context,
  browser,
  signIn,
  inspect,
}) => {
  const slug = `pier-${unique()}`;
  await signIn(page, { address: administrator() });
  const { other, address } = await colleague(browser, context);
  await write(context, "issuers", { slug, name: "Pier", ...provenance });
  await page.goto(`/admin/catalog/issuers/${slug}/edit`);
  await box(page, "Legal name").fill("Pier SA");
  await box(page, "Note").fill("Ours");
  const theirs = { legal_name: "Pier plc", website: "https://pier.example" };
  await write(other, "issuers", { slug, ...theirs });
  await page.setViewportSize(narrow);
  await call(context, "userSettings.updatePreferences", { preferences: { darkMode: true } });
  await pressSave(page);
  const conflict = page.getByRole("region", { name: "This record was changed meanwhile" });
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText(address);
  await expect(box(page, "Website")).toHaveValue(theirs.website);
  await expect(box(page, "Legal name")).toHaveValue("Pier SA");
  const choice = conflict.getByRole("group", { name: "Legal name: which value to keep" });
  await choice.getByRole("radio", { name: "Take theirs" }).check();
  await expect(box(page, "Legal name")).toHaveValue("Pier plc");
  await choice.getByRole("radio", { name: "Keep yours" }).check();
  await inspect(page);
  await pressSave(page);
  await expect(saved(page)).toBeVisible();
  await expect(newest(page)).toContainText(/Legal name: Pier plc.*Pier SA/);

  await box(page, "CIK").fill("123");
  await page.route("**/api/trpc/catalog.save*", (route) => route.abort());
  await pressSave(page);
  await expect(page.getByText(/Not saved\. The server cannot be reached/)).toBeVisible();
  await page.unroute("**/api/trpc/catalog.save*");
  await inspect(page);

  await context.clearCookies();
  await pressSave(page);
  await expect(box(page, "CIK")).toHaveCount(0);
  await signIn(page, { address: administrator() });
  await page.goto(`/admin/catalog/issuers/${slug}/edit`);
  await expect(page.getByText("Your unsaved changes are")).toBeVisible();
  await expect(box(page, "CIK")).toHaveValue("123");
  await inspect(page);
  await pressSave(page);
  await expect(saved(page)).toBeVisible();

  await call(context, "catalog.remove", { resource: "issuers", slug });
  await other.close();
});

test("a record is removed once nothing refers to it, and its history stays", async ({
  page,
  context,
  signIn,
  inspect,
}) => {
  const slug = `mole-${unique()}`;
  await signIn(page, { address: administrator() });
  await page.setViewportSize(narrow);
  await write(context, "issuers", { slug, name: "Mole", ...provenance });
  const asset = { slug, name: "Mole bond", issuer_slug: slug, ...provenance };
  const required = { asset_class_slug: "stablecoins", status: "active" };
  const remove = async () => {
    await page.getByRole("button", { name: "Remove issuer" }).click();
    await dialog(page).getByRole("button", { name: "Remove" }).click();
  };
  await page.goto(`/admin/catalog/issuers/${slug}/edit`);
  await expect(card(page, "Remove this issuer")).toContainText("No other record refers to it");
  // Meanwhile one does: the catalog refuses, and the page says which.
  await write(context, "assets", { ...asset, ...required });
  await remove();
  await expect(card(page, "Remove this issuer")).toContainText(/other records (still )?refer/i);
  await expect(page.getByRole("link", { name: "Mole bond" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove issuer" })).toHaveCount(0);
  await inspect(page);
  await call(context, "catalog.remove", { resource: "assets", slug });
  await page.reload();
  await remove();
  await expect(toast(page)).toContainText("Mole was removed.");
  await expect(page).toHaveURL(/\/admin\/catalog\/issuers$/);
  await page.goto(`/admin/catalog/issuers/${slug}/edit`);
  await expect(page.getByRole("heading", { name: "Issuer not found" })).toBeVisible();
  await expect(newest(page)).toContainText("Removed");
  await expect(newest(page)).toContainText(administrator());
  await inspect(page);
});

test("samples are read only, and other users do not see the editor", async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page, { address: administrator() });
  const sample = "offer-1-of-dahlia-treasury-fund-1-sample";
  await page.goto(`/admin/catalog/investments/${sample}/edit`);
  await expect(page.getByText("Sample data cannot be edited")).toBeVisible();
  await context.clearCookies();
  await signIn(page);
  await page.goto("/admin/catalog/issuers/aave/edit");
  await expect(page.getByText("Not enabled: Admin tools")).toBeVisible();
  await page.goto("/networks/ethereum");
  await expect(account(page)).toBeVisible();
  await expect(page.getByRole("tab", { name: "Provenance" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  const records = [{ slug: "aave", name: "Mine", ...provenance }];
  const data = { resource: "issuers", records };
  expect((await context.request.post("/api/trpc/catalog.save", { data })).status()).toBe(403);
});

test("a reserve report is entered, and shown on the pages of its asset and issuer", async ({
  page,
  context,
  signIn,
  inspect,
}) => {
  const slug = `vault-${unique()}`;
  const digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  await signIn(page, { address: administrator() });
  await write(context, "issuers", { slug, name: "Vault", ...provenance });
  const asset = { name: "Vault dollar", asset_class_slug: "stablecoins", status: "active" };
  await write(context, "assets", { ...asset, slug, issuer_slug: slug, ...provenance });
  const report = {
    issuer_slug: slug,
    reported_on: "2025-09-30",
    attestor: "Auditor LLP",
    document_url: "https://vault.example/september.pdf",
    document_sha256: digest,
    currency: "USD",
    total_amount: 1000,
  };
  const september = { ...report, slug, name: "Vault September", ...provenance };
  await write(context, "reserve_reports", september);

  await page.goto(`/admin/catalog/reserve_reports/${slug}/edit`);
  await box(page, "Composition").fill("treasury_bills: 700\ncash: 200");
  await pressSave(page);
  await expect(summary(page)).toContainText("Composition: Expected lines that add up to the total");
  await inspect(page);
  await box(page, "Composition").fill("treasury_bills: 800\ncash: 200");
  await pressSave(page);
  await expect(saved(page)).toBeVisible();

  for (const address of [`/assets/${slug}`, `/issuers/${slug}`]) {
    await page.goto(`${address}?tab=reserves`);
    const latest = card(page, "Latest reserve report");
    await expect(latest.getByRole("row", { name: /^Treasury bills 800 80/ })).toBeVisible();
    await expect(latest).toContainText(digest);
    await expect(latest.getByRole("button", { name: "Copy SHA-256 digest" })).toBeVisible();
    await expect(latest.getByRole("link", { name: /september\.pdf/ })).toBeVisible();
    await expect(page.getByRole("grid", { name: "Reserve reports" })).toContainText("Auditor LLP");
    await inspect(page);
  }
  for (const resource of ["reserve_reports", "assets", "issuers"]) {
    await call(context, "catalog.remove", { resource, slug });
  }
});

/** More refusals than this are not listed in one answer. */
const atOnce = 10;

/** The columns among these that the catalog accepts from no administrator. */
async function unknownColumns(request: APIRequestContext, resource: string, names: string[]) {
  const cells = Object.fromEntries(names.map((name) => [name, "?"]));
  const input = { resource, records: [{ ...cells, slug: "none" }] };
  const { error } = await (await send(request, "catalog.save", input)).json();
  const places = error.data.fields as Array<{ path: string; message: string }>;
  return places
    .filter(({ message }) => message.startsWith("expected one of the columns"))
    .map(({ path }) => path.replace("records[0].", ""));
}

test("the form of every kind has the columns that the catalog accepts", async ({ context }) => {
  await signInByMail(context, administrator());
  for (const kind of kinds) {
    const name = kind.key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const { result } = await (await context.request.get(`/api/trpc/${name}.meta`)).json();
    const meta = result.data as ResourceMeta;
    const columns = columnsOf(meta);
    const written = columns.map((column) => column.name);
    const unknown = (names: string[]) => unknownColumns(context.request, kind.key, names);
    expect.soft(await unknown(written), `${kind.key}: of the form`).toEqual([]);
    const others = meta.fields
      .map((field) => field.name)
      .filter((field) => !written.includes(field) && field !== "id" && field !== "updated_at");
    for (let at = 0; at < others.length; at += atOnce) {
      const part = others.slice(at, at + atOnce);
      expect.soft((await unknown(part)).toSorted(), kind.key).toEqual(part.toSorted());
    }
  }
});
