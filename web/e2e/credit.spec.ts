import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { call, expect, oneLook, test, unique } from "./support/test";

const provenance = { source: "A journey", licence: "CC0-1.0" };

type Fields = ReadonlyArray<{ path: string; message: string }>;

function save(context: BrowserContext, resource: string, records: ReadonlyArray<object>) {
  return context.request.post("/api/trpc/catalog.save", { data: { resource, records } });
}

async function fieldsOf(answer: APIResponse): Promise<Fields> {
  expect(answer.status()).toBe(400);
  const { error } = await answer.json();
  expect(error.data).toMatchObject({ code: "BAD_REQUEST", reason: "record_invalid" });
  return error.data.fields;
}

/** A loan with a schedule, as an administrator enters it. */
async function enterLoan(context: BrowserContext, slug: string): Promise<void> {
  const loan = {
    slug,
    name: `Loan of ${slug}`,
    platform_slug: "securitize",
    borrower: "Journey Mill",
    status: "open",
    currency: "USDC",
    principal_amount: "90000",
    interest_rate: 0.1125,
    amortization: "amortizing",
    collateral_type: "receivables_financing",
    ...provenance,
  };
  await call(context, "catalog.save", { resource: "loans", records: [loan] });
  const payment = (number: number, dueOn: string, paid: object) => ({
    slug: `${slug}-${number}`,
    name: `Payment ${number}`,
    loan_slug: slug,
    number,
    due_on: dueOn,
    principal_amount: "45000",
    interest_amount: "500",
    ...paid,
    ...provenance,
  });
  const records = [
    payment(1, "2024-01-01", { paid_amount: "45500", paid_on: "2024-01-01" }),
    payment(2, "2124-02-01", {}),
  ];
  await call(context, "catalog.save", { resource: "loan_payments", records });
}

/** The number of status changes of a loan in its list, which follows a write with a delay. */
async function stepsOf(context: BrowserContext, slug: string): Promise<number> {
  const query = { filter: { operator: "equals", field: "loan_slug", value: slug } };
  const input = encodeURIComponent(JSON.stringify(query));
  const answer = await context.request.get(`/api/trpc/loanStatusChanges.list?input=${input}`);
  return (await answer.json()).result.data.results.length;
}

async function remove(context: BrowserContext, resource: string, slug: string): Promise<void> {
  await call(context, "catalog.remove", { resource, slug });
}

const panel = (page: Page) => page.getByRole("dialog", { name: "Loan" });

test("an administrator enters a loan, and others read it beside the list", async ({
  page,
  context,
  browser,
  signIn,
  inspect,
}, { parallelIndex }) => {
  await signIn(page, { address: `administrator-${parallelIndex}@example.test` });
  const slug = `journey-${unique()}`;
  await enterLoan(context, slug);

  const late = await fieldsOf(await save(context, "loans", [{ slug, status: "late" }]));
  expect(late).toEqual([{ path: "records[0].status", message: expect.stringContaining("active") }]);
  await call(context, "catalog.save", { resource: "loans", records: [{ slug, status: "active" }] });
  await expect.poll(() => stepsOf(context, slug)).toBe(2);

  await page.goto("/loans");
  await page.getByRole("searchbox").fill(slug);
  const row = page.getByRole("link", { name: `Loan of ${slug}` });
  await row.first().press("Enter");
  await expect(panel(page).getByRole("heading", { name: `Loan of ${slug}` })).toBeVisible();
  await expect(panel(page).getByText("1 of 2 payments made")).toBeVisible();
  const steps = panel(page)
    .getByRole("list", { name: /^Changes of status/ })
    .getByRole("listitem");
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText(/Open.*Active/);
  await inspect(page);

  const other = await browser.newContext({ storageState: await context.storageState() });
  const theirs = await other.newPage();
  await theirs.goto(page.url());
  await expect(panel(theirs).getByText("1 of 2 payments made")).toBeVisible();
  await expect(panel(theirs).locator(":focus")).toHaveCount(1);
  await other.close();

  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(row.first()).toBeFocused();
  await page.goBack();
  await expect(panel(page)).toBeVisible();

  const held = await context.request.post("/api/trpc/catalog.remove", {
    data: { resource: "loans", slug },
  });
  expect((await held.json()).error.data.reason).toBe("record_needed");
  for (const number of [1, 2]) await remove(context, "loan_payments", `${slug}-${number}`);
  await remove(context, "loans", slug);
  await page.reload();
  await expect(panel(page).getByText("Loan not found")).toBeVisible();
});

test(
  "the page of an asset comes and goes with its record",
  oneLook,
  async ({ page, context, signIn }, { parallelIndex }) => {
    await signIn(page, { address: `administrator-${parallelIndex}@example.test` });
    const slug = `journey-${unique()}`;
    const status = async () => (await context.request.get(`/assets/${slug}`)).status();
    await expect.poll(status).toBe(404);
    const asset = { slug, name: "Journey", asset_class_slug: "stablecoins", status: "active" };
    await call(context, "catalog.save", {
      resource: "assets",
      records: [{ ...asset, ...provenance }],
    });
    await expect.poll(status).toBe(200);
    const taken = await fieldsOf(await save(context, "assets", [{ ...asset, slug: "timeseries" }]));
    expect(taken[0]?.path).toBe("records[0].slug");

    await remove(context, "assets", slug);
    await expect.poll(status).toBe(404);
    const input = encodeURIComponent(JSON.stringify({ resource: "assets", slug }));
    const changes = await context.request.get(`/api/trpc/catalog.changes?input=${input}`);
    const { results } = (await changes.json()).result.data;
    expect(results.map(({ action }: { action: string }) => action)).toEqual(["removed", "created"]);
    expect(results[0]).toMatchObject({ after: null, before: { name: "Journey" } });
  },
);
