import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

test("distributions are marked on the chart of the net asset value and listed with their days", async ({
  page,
  inspect,
}) => {
  await page.goto("/assets/amber-house-8-sample?measure=nav");
  const chart = page.getByRole("region", { name: "NAV", exact: true });
  await expect(
    chart.getByText(/^Triangles on the axis: days with distributions \(\d+\)/),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Distributions" }).click();
  const list = page.getByRole("region", { name: "Distributions", exact: true });
  const amounts = list.getByRole("button", { name: /^Explain, Distribution per unit, \d/ });
  await expect(amounts.first()).toBeVisible();
  await inspect(page);
  await amounts.first().click();
  await expect(page.getByRole("dialog", { name: "Explain" })).toBeVisible();
});
