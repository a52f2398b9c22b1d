import { readFile } from "node:fs/promises";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

const path = "/assets/aggregates";

test("assets are counted by network, and each group leads to its assets", async ({
  page,
  inspect,
}) => {
  await switchOn(page);
  await page.goto(path);
  await expect(page.getByRole("link", { name: "Stablecoins" }).last()).toBeVisible();
  await page.getByRole("combobox", { name: "Group by" }).click();
  await page.getByRole("option", { name: "Network", exact: true }).click();
  await expect(page).toHaveURL(/group_by=network_slugs/);
  const ethereum = page.getByRole("link", { name: "Ethereum", exact: true });
  await expect(ethereum).toBeVisible();
  await expect(
    page.getByText("An asset is counted in each of its groups", { exact: false }),
  ).toBeVisible();
  await expect(page.locator("tr, li").filter({ has: ethereum }).first()).toContainText("Sample");
  await inspect(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("assets-by-network.csv");
  const [head = "", ...lines] = (await readFile(await download.path(), "utf8"))
    .trim()
    .split("\r\n");
  const numbers = ["value_dollar", "holders"].map(
    (name) => `${name},${name}_value_date,${name}_is_carried,${name}_is_partial,${name}_is_average`,
  );
  const counts = "tokens,issuers,platforms,networks";
  expect(head).toBe(`network_slugs,label,assets,share,${counts},${numbers.join(",")},is_sample`);
  const cells = lines.find((line) => line.startsWith("ethereum,"))?.split(",") ?? [];
  const [, , count = "", , tokens = "", issuers = "", , networks = ""] = cells;
  for (const figure of [count, tokens, issuers, networks]) {
    expect(Number(figure)).toBeGreaterThan(1);
  }

  await ethereum.click();
  await expect(page).toHaveURL(/\/assets\?filter=network_slugs%3Ais%3Aethereum/);
  const shown = `1 to 50 of ${Number(count).toLocaleString("en-US")}`;
  await expect(page.getByText(shown, { exact: true })).toBeVisible();
});

test("filter, grouping and order stand in the address", oneLook, async ({ page }) => {
  await switchOn(page);
  await page.goto(
    `${path}?group_by=country_code&filter=asset_class_slug:is:stablecoins&sort=group`,
  );
  const links = page.getByRole("link", { name: /^(Australia|United States)$/ });
  await expect(links.first()).toHaveText("Australia");
  await expect(links.first()).toHaveAttribute(
    "href",
    "/assets?filter=asset_class_slug%3Ais%3Astablecoins&filter=country_code%3Ais%3AAU",
  );
});
