import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

test("the card of a chart has room for the notes that another currency brings", async ({
  page,
}) => {
  await page.goto("/treasuries");
  const currency = page.getByRole("button", { name: /^Currency/ });
  const card = page.getByRole("region").filter({ has: currency }).last();
  await currency.click();
  await page.getByRole("radio", { name: "EUR" }).check({ force: true });
  await page.keyboard.press("Escape");
  await expect(card.getByText(/exchange rate/i).first()).toBeAttached();
  const hidden = () => card.evaluate((element) => element.scrollHeight - element.clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(1);
});
