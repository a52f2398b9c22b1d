import type { Locator, Page } from "@playwright/test";
import { expect } from "./test";

/** Opens the explanation of the focused number by keyboard, closes it, and checks that the focus returns. */
export async function explainByKeys(page: Page, number: Locator, explanation: string | RegExp) {
  const panel = page.getByRole("dialog", { name: "Explain" });
  await page.keyboard.press("Enter");
  await expect(panel.getByText(explanation).first()).toBeVisible();
  await expect(number).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(number).toBeFocused();
}
