import type { BrowserContext } from "@playwright/test";
import { call, expect, oneLook, test, unique } from "./support/test";

/** One address for each browser that runs in parallel: sign-in links of one address could be confused. */
const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;

const provenance = { source: "a filing", licence: "CC0-1.0" };

async function save(context: BrowserContext, asset: object): Promise<void> {
  await call(context, "catalog.save", { resource: "assets", records: [asset] });
}

test(
  "a reclassified asset moves to the group of its new class, from a day on",
  oneLook,
  async ({ page, context, signIn }) => {
    const slug = `ingot-${unique()}`;
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
    await page.goto(`/assets/${slug}`);
    await expect(page.getByText("Class since")).toBeVisible();
    await expect(page.getByText("5 Jan 2026")).toBeVisible();
    await call(context, "catalog.remove", { resource: "assets", slug });
  },
);
