import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readCsv } from "./support/csv";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect } from "./support/test";

type Line = { subject_slug: string; measure_slug: string; values: (number | null)[] };
type Answer = { dates: string[]; lines: Line[] };

/** A yield, as it is shipped. */
const question = {
  keys: [{ subject_kind: "benchmark", subject_slug: "ust-par-y10", measure: "benchmark_rate" }],
  from: "2018-01-01",
  to: "2018-12-31",
};

test("a file of numbers has those of the API, each with its load and licence", async ({
  request,
}) => {
  const query = encodeURIComponent(JSON.stringify(question));
  const called = await request.get(`/api/trpc/timeseries.get?input=${query}`);
  expect(called.ok(), await called.text()).toBe(true);
  const { dates, lines } = ((await called.json()) as { result: { data: Answer } }).result.data;
  const file = await request.get(`/api/download/timeseries.get.csv?query=${query}`);
  const rows = readCsv(await file.text());
  expect(rows.map(({ date }) => date)).toEqual(dates);
  const shown = rows.map(({ value }) => (value === "" ? null : Number(value)));
  expect(shown).toEqual(lines[0]?.values);
  for (const { licence, load_id, known_at } of rows.filter(({ value }) => value !== "")) {
    expect(licence && load_id && known_at).toBeTruthy();
  }
  const parquet = await request.get(`/api/download/timeseries.get.parquet?query=${query}`);
  expect(parquet.headers()["assay-rows"]).toBe(String(rows.length));
  const bytes = await parquet.body();
  expect([bytes.subarray(0, 4), bytes.subarray(-4)].map(String)).toEqual(["PAR1", "PAR1"]);
});

test("a data set is what its SHA-256 says, also when its download goes on", async ({
  page,
  request,
}) => {
  // The files are written while nothing else needs the processor.
  test.setTimeout(300_000);
  await switchOn(page, "enable-data-downloads");
  const loads = page.getByRole("region", { name: "Loads", exact: true });
  await expect(async () => {
    await page.goto("/downloads");
    await expect(loads).toBeVisible();
  }, "written once the loads of the start have come to rest").toPass();
  const link = loads.getByRole("link", { name: /^Parquet/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const bytes = await readFile(await download.path());
  const path = (await link.getAttribute("href")) ?? "";
  const hash = createHash("sha256").update(bytes).digest("hex");
  expect(path).toContain(`/${hash}/`);
  const rest = await request.get(path, { headers: { range: "bytes=1000-" } });
  expect(rest.status()).toBe(206);
  expect(rest.headers()["content-range"]).toBe(`bytes 1000-${bytes.length - 1}/${bytes.length}`);
  expect((await rest.body()).equals(bytes.subarray(1000))).toBe(true);
});

/** The number in a column of each row, by the row's name, as the list shows it; null where it is not known. */
async function shownNumbers(
  page: Page,
  list: string,
  column: string,
): Promise<ReadonlyArray<[string, number | null]>> {
  const table = page.getByRole("grid", { name: list });
  await expect(table).toHaveAttribute("aria-busy", "false");
  const rows = await table.evaluate((element, column) => {
    const text = (cell: Element | undefined) =>
      (cell?.querySelector("bdi")?.textContent ?? "").trim();
    const heads = [...element.querySelectorAll("thead th")].map((head) => text(head));
    const place = heads.findIndex((head) => head.startsWith(column));
    return [...element.querySelectorAll("tbody tr[data-row]")].map(({ children }) => [
      text(children[0]),
      text(children[place]),
    ]);
  }, column);
  return rows.map(([name = "", number = ""]) => [
    name,
    /\d/.test(number) ? Number(number.replaceAll(/[^\d.-]/g, "")) : null,
  ]);
}

test("the holders that the list of tokens shows are those of its file", async ({ page }) => {
  // The column is one that the reader chose; the largest stand first, so that numbers do.
  await page.goto("/tokens?columns=name,holders&sort=-holders&rows=25");
  await expect
    .poll(
      async () => (await shownNumbers(page, "Tokens", "Holders"))[0]?.[1],
      "the newest numbers come after the rows",
    )
    .toBeGreaterThan(0);
  const shown = await shownNumbers(page, "Tokens", "Holders");
  expect(shown).toHaveLength(25);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const rows = readCsv(await readFile(await download.path(), "utf8"));
  const fileRows = rows.map(({ name = "", holders = "" }): [string, number | null] => [
    // A name that a spreadsheet would take for a formula has an apostrophe before it.
    name.replace(/^'/, ""),
    holders === "" ? null : Number(holders),
  ]);
  expect(fileRows.slice(0, shown.length)).toEqual(shown);
  expect(shown.filter(([, holders]) => holders !== null).length).toBeGreaterThan(1);
});

for (const [list, address, column] of [
  ["Pools", "/pools?sort=-apr&rows=25", "APR"],
  ["Networks", "/networks?sort=-volume_30d&rows=25", "30d volume"],
  ["Assets", "/assets?rows=25", "Value"],
] as const) {
  test(`${list.toLowerCase()} are sorted by ${column} over all rows`, async ({ page }) => {
    await switchOn(page);
    await page.goto(address);
    const numbers = async () =>
      (await shownNumbers(page, list, column)).map(
        ([, number]) => number ?? Number.NEGATIVE_INFINITY,
      );
    await expect.poll(async () => (await numbers())[0]).toBeGreaterThan(0);
    const shown = await numbers();
    expect(shown).toEqual(
      [...shown].sort((one, other) => (one < other ? 1 : one > other ? -1 : 0)),
    );
    await expect(
      page.getByRole("grid", { name: list }).getByRole("columnheader", { name: column }),
    ).toHaveAttribute("aria-sort", "descending");
  });
}
