import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { readCsv } from "./support/csv";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

type Transfer = { amount: number; kind: string; transaction_hash: string; asset_slug: string };
type CohortDay = {
  changes: { new_count: number; retained_count: number; exited_count: number } | null;
};
type Answer = { results: Transfer[]; pagination: { resultCount: number } };

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

async function listed(request: APIRequestContext, query: object): Promise<Answer> {
  const input = encodeURIComponent(JSON.stringify(query));
  const answer = await request.get(`/api/trpc/transactions.list?input=${input}`);
  expect(answer.ok()).toBe(true);
  return (await answer.json()).result.data;
}

const rows = (page: Page) =>
  page.getByRole("grid", { name: "Transactions" }).locator("tbody tr[data-row]");
const amount = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 0 });

test("transactions are listed as the service answers them, page after page", async ({
  page,
  request,
}) => {
  const kind = { operator: "equals", field: "kind", value: "mint" };
  const query = { filter: kind, sort: { field: "happened_at", direction: "desc" } };
  const { results, pagination } = await listed(request, query);
  await page.goto("/transactions?filter=kind:is:mint");
  await expect(page.getByRole("note")).toContainText("Sample data");
  await expect(rows(page).first()).toContainText(amount(results[0]?.amount ?? 0));
  await expect(rows(page).first().getByText("Mint", { exact: true })).toBeVisible();
  const total = pagination.resultCount.toLocaleString("en-US");
  await expect(page.getByText(`1 to 50 of ${total}`).first()).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(page.getByText(`51 to 100 of ${total}`).first()).toBeVisible();
  const second = await listed(request, { ...query, pagination: { page: 2, perPage: 50 } });
  await expect(rows(page).first()).toContainText(amount(second.results[0]?.amount ?? 0));
});

test("the largest holders stand on the page of an asset", async ({ page, request }) => {
  const { results } = await listed(request, {});
  const [newest] = results;
  expect(newest).toBeDefined();
  await page.goto(`/assets/${newest?.asset_slug}?tab=holders`);
  const holders = page.getByRole("region", { name: "Top holders" });
  await expect(holders.getByRole("row").nth(1)).toContainText(/\d\.\d%/);
  await expect(holders.getByText(/of all units, at the end of/)).toBeVisible();
});

test("cohorts and changes of holders are those of the service", async ({ page, request }) => {
  const ask = async (procedure: string, query: object) => {
    const input = encodeURIComponent(JSON.stringify(query));
    const answer = await request.get(`/api/trpc/${procedure}?input=${input}`);
    return (await answer.json()).result.data.results;
  };
  const { results } = await listed(request, {});
  const sort = { field: "name", direction: "asc" };
  // The newest transfers may be of a token that is days old, whose holders have no history yet.
  let [slug, days]: [string, CohortDay[]] = ["", []];
  for (slug of new Set(results.map((transfer) => transfer.asset_slug))) {
    const filter = { operator: "equals", field: "asset_slug", value: slug };
    const [token] = await ask("tokens.list", { filter, sort });
    days = await ask("holders.cohorts", { token_slug: token.slug });
    if (days.length > 12) break;
  }
  const last = days.at(-1)?.changes;
  expect(days.length).toBeGreaterThan(12);
  await page.goto(`/assets/${slug}?tab=holders`);
  const changes = page.getByRole("region", { name: "New, retained and exited holders" });
  const row = changes.getByRole("row").nth(1);
  const counts = [last?.new_count, last?.retained_count, last?.exited_count];
  await expect(row.getByRole("cell")).toContainText(counts.map((count) => String(count ?? "")));
  await row.getByRole("button", { name: /^Explain, New holders/ }).click();
  const panel = page.getByRole("dialog", { name: "Explain" });
  await expect(panel).toContainText("Addresses among the known holders on");
  await page.keyboard.press("Escape");
  const chart = page.getByRole("region", { name: /^Holders by \w+ of first appearance/ });
  await expect(chart.getByRole("row", { name: /or earlier/ })).toBeVisible();
  await expect(chart.getByRole("row", { name: /Other holders/ })).toBeVisible();
});

test("the largest holders are downloaded as they are shown", async ({ page, request }) => {
  const { results } = await listed(request, {});
  const [newest] = results;
  expect(newest).toBeDefined();
  await page.goto(`/assets/${newest?.asset_slug}?tab=holders`);
  const region = page.getByRole("region", { name: "Top holders" });
  const rows = region.getByRole("row");
  await expect(rows.nth(1)).toContainText(/\d\.\d%/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    region.getByRole("button", { name: "CSV" }).click(),
  ]);
  const fileRows = readCsv(await readFile(await download.path(), "utf8"));
  const slug = fileRows[0]?.token_slug;
  const input = encodeURIComponent(JSON.stringify({ token_slug: slug, limit: 100 }));
  const answer = await request.get(`/api/trpc/holders.top?input=${input}`);
  const known = (await answer.json()).result.data;
  const addresses = known.results.map(({ address }: { address: string }) => address);
  expect(fileRows.map(({ address }) => address)).toEqual(addresses);
  expect(fileRows.every((row) => row.known_at === known.known_at && row.is_sample === "true")).toBe(
    true,
  );
  await expect(rows.nth(1)).toContainText(`${(Number(fileRows[0]?.share) * 100).toFixed(1)}%`);
});
