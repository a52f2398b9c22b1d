import { expect, oneLook, quietPage, signInLink, test, toast } from "./support/test";

test("an anonymous visitor is left in peace", async ({ page, inspect }) => {
  const errors: string[] = [];
  const profileCalls: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (request.url().includes("users.getProfile")) profileCalls.push(request.url());
  });
  await page.goto("/");
  await expect(page).toHaveTitle("Assay | Market overview");
  await expect(signInLink(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "League table" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Distributed value");
  await inspect(page);
  expect(profileCalls).toHaveLength(1);
  expect(errors).toEqual([]);
  await expect(toast(page)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a page whose numbers are on their way is as accessible as one that has them", async ({
  page,
  inspect,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/trpc\/[^?]*\btimeseries\./, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  const league = page.getByRole("region", { name: "League table" }).getByRole("table");
  await expect(league).toHaveAttribute("aria-busy", "true");
  await inspect(page);
  release();
  await expect(league).not.toHaveAttribute("aria-busy", "true");
});

test("a visitor's theme follows the system until they choose", async ({ page, colorScheme }) => {
  const html = page.locator("html");
  const system = colorScheme === "dark" ? "dark" : "light";
  const other = system === "dark" ? "light" : "dark";
  await page.goto(quietPage);
  await expect(html).toHaveAttribute("data-theme", system);
  await page.getByRole("button", { name: `Switch to the ${other} theme` }).click();
  await expect(html).toHaveAttribute("data-theme", other);
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", other);
});

test("an address that leads nowhere says so", async ({ page, inspect }) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("Assay | Page not found");
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await inspect(page);
});

test("the pages run under a policy without inline scripts", oneLook, async ({ page }) => {
  const answer = await page.goto("/login");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  const inline = page.locator("script:not([src]):not([type='application/json'])");
  await expect(inline).toHaveCount(0);
});
