import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

const master = "Garnet Strategy Fund 8 (sample)";

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

test("a feeder fund leads to its master fund, whose page lists its feeder funds", async ({
  page,
  inspect,
}) => {
  await page.goto("/assets/garnet-strategy-fund-8-onshore-feeder-sample");
  await page.getByRole("link", { name: master }).click();
  await expect(page).toHaveURL(/\/assets\/garnet-strategy-fund-8-sample$/);
  await expect(page.getByRole("heading", { level: 1, name: master })).toBeVisible();
  await page.getByRole("tab", { name: "Feeder funds 2" }).click();
  for (const side of ["Onshore", "Offshore"]) {
    const feeder = page.getByRole("link", {
      name: `Garnet Strategy Fund 8 ${side} Feeder (sample)`,
    });
    await expect(feeder).toBeVisible();
  }
  await inspect(page);
});

test("a total says which feeder funds it leaves out", oneLook, async ({ request }) => {
  const filter = { operator: "equals", field: "asset_class", value: "institutional-funds" };
  const input = { measure: "bridged_token_value_dollar", filter };
  const answer = await request.get(
    `/api/trpc/timeseries.aggregate?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  const { data } = (await answer.json()).result;
  expect(data.feeder_count).toBe(2);
  expect(data.feeders[0].master_name).toBe(master);
});

test("a fund whose sources differ says so on its value", oneLook, async ({ page }) => {
  await page.goto("/assets/amber-treasury-fund-1-sample");
  const mark = page.getByRole("img", { name: /^Sources differ on .*\(sample-administrator\)/ });
  await expect(mark.first()).toBeVisible();
});
