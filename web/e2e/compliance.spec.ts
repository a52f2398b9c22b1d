import { call, expect, oneLook, test, unique } from "./support/test";

const administrator = () => `administrator-${test.info().parallelIndex}@example.test`;
const provenance = { source: "a notice", licence: "CC0-1.0" };

test("an event that an administrator enters stands on the page of its asset and in the list", async ({
  page,
  context,
  signIn,
  inspect,
}) => {
  await signIn(page, { address: administrator() });
  const slug = `vault-${unique()}`;
  const address = `0x${slug
    .replaceAll(/[^0-9a-f]/g, "")
    .padEnd(40, "0")
    .slice(0, 40)}`;
  const token = `ethereum:${address}`;
  const written: Array<[resource: string, record: Record<string, string>]> = [
    ["assets", { slug, name: "Vault dollar", asset_class_slug: "stablecoins", status: "active" }],
    [
      "tokens",
      {
        slug: token,
        name: "Vault dollar",
        asset_slug: slug,
        network_slug: "ethereum",
        address,
        token_type: "fungible",
      },
    ],
    [
      "compliance_events",
      {
        slug,
        name: "Address frozen, Vault dollar",
        event_type: "freeze",
        occurred_at: "2026-11-02T08:15:00Z",
        token_slug: token,
        address: `0x${"cd".repeat(20)}`,
        transaction_hash: `0x${"ab".repeat(32)}`,
        note: "On the order of a court.",
      },
    ],
  ];
  for (const [resource, record] of written) {
    await call(context, "catalog.save", { resource, records: [{ ...record, ...provenance }] });
  }

  await page.goto(`/assets/${slug}?tab=compliance`);
  const main = page.getByRole("main");
  const shown = async () => {
    await expect(main.getByText("Address frozen, Vault dollar")).toBeVisible();
    await expect(main.getByText("2 Nov 2026").first()).toBeVisible();
    await expect(main.getByText("On the order of a court.")).toBeVisible();
    await expect(main.getByRole("button", { name: "Copy transaction hash" })).toBeVisible();
  };
  await shown();
  await inspect(page);

  // The whole list with the same condition.
  await page.getByRole("link", { name: "Open as list" }).click();
  await expect(page).toHaveURL(/\/compliance\?filter=asset_slug/);
  await shown();
  await inspect(page);

  for (const [resource, record] of written.toReversed()) {
    await call(context, "catalog.remove", { resource, slug: record.slug ?? "" });
  }
});

test("the chart of an asset marks what happened to its tokens", oneLook, async ({ page }) => {
  await page.goto("/compliance?filter=event_type:is:unfreeze");
  const events = page.getByRole("grid", { name: "Compliance events" });
  await expect(events.getByText("Address unfrozen").first()).toBeVisible();
  await events.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/assets\/[a-z0-9-]+$/);
  const chart = page
    .getByRole("region", { name: /^(Circulating|Value|Distributed|Market)/ })
    .first();
  await expect(
    chart.getByText(/^Address unfrozen, .* on .*, \d+ \w+ 2026\. Source: /),
  ).toBeVisible();
});
