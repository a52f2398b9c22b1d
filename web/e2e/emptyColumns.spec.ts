import { readFileSync } from "node:fs";
import { readCsv } from "./support/csv";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

const lists = [
  ...["/assets", "/asset_classes", "/citations", "/compliance", "/data-partners", "/directory"],
  ...["/investments", "/issuers", "/loans", "/managers", "/networks", "/news", "/platforms"],
  ...["/pools", "/protocols", "/tokens"],
];

/** What qualifies the number of the column before it. */
const qualifier = /_(value_date|is_carried|is_partial|is_average|convention)$/;

for (const path of lists) {
  test(
    `no column that ${path} shows by default is empty in every row`,
    oneLook,
    async ({ page }) => {
      await switchOn(page);
      await page.goto(path);
      const button = page.getByRole("button", { name: "CSV" });
      await expect(button).toBeEnabled();
      const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
      const rows = readCsv(readFileSync(await file.path(), "utf8"));
      const columns = Object.keys(rows[0] ?? {}).filter((name) => !qualifier.test(name));
      expect(columns.length, path).toBeGreaterThan(1);
      expect(columns.filter((name) => rows.every((row) => !row[name]))).toEqual([]);
    },
  );
}
