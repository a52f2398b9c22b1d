import type { Locator, Page } from "@playwright/test";
import { expect } from "./test";

/** Waits until a list has its numbers, and with them decided which columns have values. */
export async function columnsDecided(place: Page | Locator): Promise<void> {
  await expect(place.locator("table[aria-busy=true]")).toHaveCount(0);
  await expect(place.locator("tbody .animate-skeleton")).toHaveCount(0);
}
