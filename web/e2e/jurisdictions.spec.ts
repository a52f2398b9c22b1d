import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

const path = "/tools/jurisdiction_explorer";

test("a country is walked to on the map, and its address shows it to others", async ({
  page,
  browser,
  baseURL,
  inspect,
}) => {
  await page.goto(path);
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: "Rules", exact: true }).click();
  await expect(page).toHaveURL(/layer=rules/);
  const map = page.getByRole("listbox", { name: "Rules by country" });
  await expect(map.getByRole("option", { name: "Switzerland: 14 rules" })).toBeAttached();
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const active = await map.getAttribute("aria-activedescendant");
  const name = await page.locator(`[id="${active}"]`).getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/country=[A-Z]{2}/);
  const country = name?.split(":")[0] ?? "";
  await expect(page.getByRole("region", { name: country, exact: true })).toBeVisible();
  await inspect(page);

  const other = await browser.newContext({ baseURL });
  const reader = await other.newPage();
  await reader.goto(page.url());
  await expect(reader.getByRole("region", { name: country, exact: true })).toBeVisible();
  await expect(reader.getByRole("heading", { name: "Rules by country" })).toBeVisible();
  await other.close();

  await map.focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: country, exact: true })).toBeHidden();
});

test("the map zooms in its own window and the table says the same as it", async ({
  page,
  inspect,
}) => {
  await page.goto(path);
  const whole = page.getByRole("button", { name: "Whole world" });
  await expect(whole).toBeDisabled();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(whole).toBeEnabled();
  await inspect(page);
  await whole.click();
  await expect(whole).toBeDisabled();

  await page.getByRole("searchbox", { name: "Country" }).fill("switz");
  await expect(page).toHaveURL(/filter=name/);
  const link = page.getByRole("link", { name: /Switzerland/ });
  await expect(link).toHaveCount(1);
  await link.click();
  const panel = page.getByRole("region", { name: "Switzerland", exact: true });
  await expect(panel).toBeInViewport();
  await expect(panel.getByText(/^Source:/).first()).toBeVisible();
  await expect(panel.getByRole("link", { name: /other site/ }).first()).toHaveAttribute(
    "rel",
    /noopener/,
  );
  await panel.getByText("AML and KYC").click();
  await expect(
    panel
      .getByRole("group")
      .getByText(/reviewed there/)
      .first(),
  ).toBeVisible();
  await panel.getByRole("link", { name: "All rules as a table" }).click();
  await expect(page.getByRole("tab", { name: "Rules", selected: true })).toBeVisible();
  await expect(page.getByText("1 to 14 of 14", { exact: true })).toBeVisible();
});

test("each pair of asset and country shows its sources, and the records are lists of their own", async ({
  page,
  inspect,
}) => {
  await page.goto(path);
  await page.getByRole("tab", { name: "Investor eligibility" }).click();
  await expect(page).toHaveURL(/filter=asset_class_slug/);
  const mark = page.getByRole("button", { name: /^(Possible|Restricted): .* in / }).first();
  await mark.click();
  const why = page.getByRole("dialog", { name: /^Why/ });
  await expect(why.getByText(/CC BY 4.0|facts only/).first()).toBeVisible();
  await expect(why.getByText(/not legal advice/)).toBeVisible();
  await inspect(page);
  await page.keyboard.press("Escape");
  await expect(why).toBeHidden();

  // Rules, regulators and changes of law.
  for (const [tab, words] of [
    ["Rules", /of 152$/],
    ["Regulators", /of 138$/],
    ["Changes in law", /of 9$/],
  ] as const) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await expect(page.getByText(words).first()).toBeVisible();
    await inspect(page);
  }
});

test("offers are shown to investors that they do not exclude, and never as offers", async ({
  page,
  inspect,
}) => {
  await page.goto("/invest");
  await expect(page.getByRole("note").filter({ hasText: "Not an offer" })).toBeVisible();
  await expect(page.getByText("1 to 24 of 24", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Country of residence" }).click();
  await page.getByRole("combobox", { name: "Search: Country of residence" }).fill("united states");
  await page.getByRole("option", { name: "United States", exact: true }).click();
  await expect(page).toHaveURL(/country=US/);
  await expect(page.getByText(/not open to you/)).toBeVisible();
  await expect(page.getByText("1 to 24 of 24", { exact: true })).toBeHidden();
  await expect(
    page.getByRole("button", { name: /^Unknown: .*in United States/ }).first(),
  ).toBeVisible();
  await page.getByRole("radio", { name: "Upcoming" }).check();
  await expect(page).toHaveURL(/availability=upcoming/);
  await inspect(page);
});
