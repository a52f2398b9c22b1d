import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

/** The file of the chart on a charting page: its columns, and a row for each day. */
export async function csvOf(page: Page): Promise<{ head: string[]; rows: string[][] }> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  const [head = "", ...rows] = lines.filter((line) => !line.startsWith("#"));
  return { head: head.split(","), rows: rows.map((row) => row.split(",")) };
}
