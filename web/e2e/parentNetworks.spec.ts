import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

test.beforeEach(async ({ page }) => {
  await switchOn(page);
});

test("the overview ranks networks with those that settle on them", async ({ page, inspect }) => {
  await page.goto("/?ranking=parent_networks");
  const league = page.getByRole("region", { name: "League table" });
  await expect(league.getByRole("tab", { name: /^Parent networks/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const link = page.getByRole("link", { name: "Ethereum", exact: true });
  const row = league.getByRole("row").filter({ has: link });
  await expect(row).toContainText("%");
  // Ethereum and the eight networks whose settlement layer a source states; phones have no room for their number.
  if ((page.viewportSize()?.width ?? 0) > 1000) {
    await expect(row.getByTitle(/^Arbitrum One, Base, .*Ethereum, .*OP Mainnet/)).toHaveText("9");
  }
  await expect(league.getByRole("link", { name: "Arbitrum One" })).toHaveCount(0);
  await inspect(page);
  await row.getByRole("link", { name: "Ethereum", exact: true }).click();
  await expect(page).toHaveURL(/\/networks\/ethereum$/);
});

test(
  "charts add up networks by the network on which they settle",
  oneLook,
  async ({ page, inspect }) => {
    for (const path of ["/assets/timeseries", "/treasuries"]) {
      await page.goto(`${path}?group_by=parent_network`);
      const chart = page.getByRole("region", { name: /by parent network/ });
      await expect(chart.getByText("Ethereum", { exact: true }).first()).toBeVisible();
      await expect(chart.getByText("Arbitrum One", { exact: true })).toHaveCount(0);
      await expect(chart.getByText(/count towards the network on which they settle/)).toBeVisible();
      await inspect(page);
    }
  },
);
