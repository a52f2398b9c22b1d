import type { BrowserContext, Locator } from "@playwright/test";
import { call, expect, oneLook, test } from "./support/test";

/** One address for each browser that runs in parallel: sign-in links of one address could be confused. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

const provenance = { source: "a filing", licence: "CC0-1.0" };

/** The asset that `e2e/values` has numbers of: recoveries known since March, and the value of today. */
const slug = "ingot-of-journeys";
const day = "2026-03-10";
const valued = { measure: "cumulative_recovered_amount_dollar", from: day, to: day };
const worth = 30;
const valueToday = 40;

async function save(context: BrowserContext, asset: object): Promise<void> {
  await call(context, "catalog.save", { resource: "assets", records: [asset] });
}

/** How much more there is of a class after a change than before it, by the figures that are shown, in full digits. */
async function shownIncrease(totals: Locator, name: string): Promise<number> {
  const amounts = ["before", "after"].map(async (time) => {
    const button = totals.getByRole("button", { name: `${name} ${time} the change` });
    const figure = button.locator("bdi");
    const text = (await figure.getAttribute("title")) ?? (await figure.textContent());
    return Number(text?.replaceAll(/[$,]/g, ""));
  });
  const [before = Number.NaN, after = Number.NaN] = await Promise.all(amounts);
  return after - before;
}

test(
  "a reclassified asset moves to the group of its new class, from a day on",
  oneLook,
  async ({ page, context, signIn }) => {
    await signIn(page, { address: administrator() });
    const asset = { slug, name: "Ingot", status: "active", ...provenance };
    await save(context, { ...asset, asset_class_slug: "commodities" });
    const countIn = async (group: string) => {
      const filters = [
        { operator: "equals", field: "class_group", value: group },
        { operator: "equals", field: "slug", value: slug },
      ];
      const input = JSON.stringify({ filter: { operator: "and", filters } });
      const path = `/api/trpc/assets.list?input=${encodeURIComponent(input)}`;
      return (await (await context.request.get(path)).json()).result.data.pagination.resultCount;
    };
    await expect.poll(() => countIn("commodities")).toBe(1);
    const totalOf = async (group: string, asOf?: string): Promise<number> => {
      const filter = { operator: "equals", field: "class_group", value: group };
      const input = JSON.stringify({ ...valued, filter, ...(asOf && { as_of: asOf }) });
      const path = `/api/trpc/timeseries.aggregate?input=${encodeURIComponent(input)}`;
      return (await (await context.request.get(path)).json()).result?.data.total?.values[0] ?? 0;
    };
    const totals = async (asOf?: string) => ({
      commodities: await totalOf("commodities", asOf),
      stocks: await totalOf("stocks", asOf),
    });
    await expect.poll(() => totalOf("commodities")).toBeGreaterThanOrEqual(worth);
    const before = await totals();
    const april = await totals("2026-04-01");

    const reclassified = { ...asset, asset_class_slug: "public-equity" };
    const future = {
      resource: "assets",
      records: [{ ...reclassified, classified_on: "2999-01-01" }],
    };
    expect((await context.request.post("/api/trpc/catalog.save", { data: future })).status()).toBe(
      400,
    );
    await save(context, { ...reclassified, classified_on: "2026-01-05" });
    await expect.poll(() => countIn("stocks")).toBe(1);
    expect(await countIn("commodities")).toBe(0);
    await expect.poll(() => totalOf("stocks")).toBe(before.stocks + worth);
    expect(await totalOf("commodities")).toBe(before.commodities - worth);
    // The class counts from January on, but was not known in April.
    expect(await totals("2026-04-01")).toEqual(april);
    await page.goto(`/assets/${slug}`);
    await expect(page.getByText("Class since")).toBeVisible();
    await expect(page.getByText("5 Jan 2026")).toBeVisible();
    await page.goto(`/admin/catalog/assets/${slug}/edit`);
    const shown = page.getByRole("region", { name: "Totals before and after" });
    await expect(shown).toHaveCount(0);
    await page
      .locator("summary", { hasText: "the change from Commodities to Stocks on" })
      .first()
      .click();
    for (const name of ["Commodities", "Stocks"])
      await expect(shown.getByRole("rowheader", { name })).toBeVisible();
    expect(await shownIncrease(shown, "Commodities")).toBeCloseTo(-valueToday, 1);
    expect(await shownIncrease(shown, "Stocks")).toBeCloseTo(valueToday, 1);
    await expect(shown.getByRole("link", { name: "Chart before the change" })).toHaveAttribute(
      "href",
      /as_of=\d{4}-\d{2}-\d{2}/,
    );
    await call(context, "catalog.remove", { resource: "assets", slug });
  },
);

test(
  "a sample asset can be given another class, and takes the generated one back",
  oneLook,
  async ({ page, context, signIn }) => {
    await signIn(page, { address: administrator() });
    const filters = [
      { operator: "equals", field: "asset_class_slug", value: "commodities" },
      { operator: "equals", field: "is_sample", value: true },
    ];
    const query = {
      filter: { operator: "and", filters },
      sort: { field: "slug", direction: "asc" },
      pagination: { page: 1, perPage: 1 },
    };
    const path = `/api/trpc/assets.list?input=${encodeURIComponent(JSON.stringify(query))}`;
    const found = (await (await context.request.get(path)).json()).result.data.results[0];
    const sample: string = found.slug;
    const classed = (assetClassSlug: string | undefined, classifiedOn: string | null) =>
      save(context, {
        slug: sample,
        classified_on: classifiedOn,
        ...(assetClassSlug && { asset_class_slug: assetClassSlug }),
      });
    try {
      await classed("public-equity", "2026-01-05");
      await page.goto(`/assets/${sample}`);
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await expect(page.getByText("Only the class of this sample can be edited")).toBeVisible();
      const change = page.locator("summary", {
        hasText: "the change from Commodities to Stocks on",
      });
      await change.first().click();
      const shown = page.getByRole("region", { name: "Totals before and after" });
      await expect(shown.getByRole("rowheader", { name: "Stocks" })).toBeVisible();
      const increase = async () => {
        // It leaves once the change has reached both totals.
        const refresh = shown.getByRole("button", { name: "Refresh" });
        await refresh.click({ timeout: 1000 }).catch(() => undefined);
        return shownIncrease(shown, "Stocks");
      };
      await expect.poll(increase).toBeGreaterThan(0);
      const moved = await increase();
      expect(await shownIncrease(shown, "Commodities")).toBeCloseTo(-moved, 0);
    } finally {
      await classed(undefined, null);
    }
    await page.reload();
    await expect(
      page.locator("summary", { hasText: "the change from Stocks to Commodities on" }).first(),
    ).toBeVisible();
  },
);
