import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

test("a link to a section of another page leads to that section", async ({ page }) => {
  await page.goto("/stablecoins");
  const links = page.getByRole("contentinfo");
  for (const name of ["Status", "Method"]) {
    await links.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/platform-overview#${name.toLowerCase()}$`));
    const heading = page.getByRole("heading", { name, exact: true });
    await expect(heading).toBeInViewport();
    // Below the header, at the top of the window or as high as the page allows.
    await expect
      .poll(() =>
        heading.evaluate((element) => {
          const { scrollHeight, clientHeight } = document.documentElement;
          const isAtEnd = Math.ceil(window.scrollY) >= scrollHeight - clientHeight - 1;
          return isAtEnd || element.getBoundingClientRect().top < 160;
        }),
      )
      .toBe(true);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stablecoins");
  }
});

test("an address with a section opens there", async ({ page }) => {
  await page.goto("/platform-overview#measure-yield_7d");
  await expect(page.locator("#measure-yield_7d")).toBeInViewport();
});
