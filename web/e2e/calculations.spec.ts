import type { Page } from "@playwright/test";
import { csvOf } from "./support/chartFile";
import { switchOn } from "./support/features";
import { testAsVisitor as test } from "./support/oneContext";
import { expect, oneLook } from "./support/test";

const currencies = "/assets/timeseries?measure=units_per_euro";

test.beforeEach(async ({ page }) => {
  await switchOn(page, "enable-asset-charting-page");
});

const values = (page: Page) => page.getByRole("grid", { name: /^Values/ });

async function choose(page: Page, picker: string, option: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${picker}`) }).click();
  await page.getByRole("menuitemradio", { name: option, exact: true }).click();
}

type Table = Awaited<ReturnType<typeof csvOf>>;

/** The numbers of the series whose column begins with a name, one for each day; NaN for a missing one. */
function column({ head, rows }: Table, name: string): number[] {
  const place = head.findIndex((each) => each.startsWith(name));
  expect(place, name).toBeGreaterThan(0);
  return rows.map((row) => (row[place] ? Number(row[place]) : Number.NaN));
}

function expectSame(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  const worst = found.map((value, day) => Math.abs(value - (expected[day] ?? 0)));
  expect(Math.max(...worst.filter((gap) => !Number.isNaN(gap)))).toBeLessThan(1e-9);
  // A value that is missing on one side alone would not be compared.
  expect(found.map(Number.isNaN)).toEqual(expected.map(Number.isNaN));
}

function correlation(ones: readonly number[], others: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const [a, b] = [mean(ones), mean(others)];
  const product = (all: readonly number[], m: number, more: readonly number[], n: number) =>
    all.reduce((sum, each, place) => sum + (each - m) * ((more[place] ?? 0) - n), 0);
  const spread = product(ones, a, ones, a) * product(others, b, others, b);
  return product(ones, a, others, b) / Math.sqrt(spread);
}

test(
  "drawdown, spread, ratio and correlation follow from the values of the chart",
  oneLook,
  async ({ page, inspect }) => {
    await page.goto(currencies);
    await expect(values(page)).toBeVisible();
    const answered = await csvOf(page);
    const dollar = column(answered, "USD per euro");
    const yen = column(answered, "JPY per euro");

    await choose(page, "Calculate", "Drawdown");
    await expect(page).toHaveURL(/calculation=drawdown/);
    await expect(page.getByText(/^Percent below the highest value since /)).toBeVisible();
    const peak = (day: number) => Math.max(...yen.slice(0, day + 1));
    expectSame(
      column(await csvOf(page), "JPY per euro"),
      yen.map((value, day) => value / peak(day) - 1),
    );

    await choose(page, "Calculate", "Spread");
    await choose(page, "Against", "JPY per euro");
    await expect(page).toHaveURL(/base=ecb-eur-jpy/);
    await expect(page.getByRole("heading", { name: /, spread$/ }).first()).toBeVisible();
    const spread = await csvOf(page);
    expectSame(
      column(spread, "USD per euro"),
      dollar.map((value, day) => value - (yen[day] ?? 0)),
    );

    await choose(page, "Calculate", "Ratio");
    await expect(page.getByRole("heading", { name: /, ratio$/ }).first()).toBeVisible();
    const ratio = await csvOf(page);
    expectSame(
      column(ratio, "USD per euro"),
      dollar.map((value, day) => value / (yen[day] ?? 0)),
    );
    // A value of an earlier day stays one.
    const noted = ({ head, rows }: Table) => rows.map((row) => row[head.indexOf("note")] !== "");
    expect(noted(ratio)).toEqual(noted(answered));

    await choose(page, "Calculate", "Correlation, 30 days");
    await expect(
      page.getByRole("heading", { name: /, correlation over 30 days$/ }).first(),
    ).toBeVisible();
    // The file states which values are those of an earlier day: they have no return of their own.
    const note = answered.head.indexOf("note");
    const measured = answered.rows.flatMap((row, day) => (row[note] ? [] : [day]));
    const returns = (all: readonly number[]) =>
      measured
        .map((day, place) => (all[day] ?? 0) / (all[measured[place - 1] ?? day] ?? 0) - 1)
        .slice(-30);
    const found = column(await csvOf(page), "USD per euro");
    expect(found.at(-1)).toBeCloseTo(correlation(returns(dollar), returns(yen)), 9);
    expect(found.filter((value) => Math.abs(value) > 1)).toEqual([]);
    await inspect(page);

    await page.reload();
    await expect(page.getByRole("button", { name: /^Against/ })).toContainText("JPY per euro");
  },
);

test(
  "a series stands on a second axis, and the address keeps it there",
  oneLook,
  async ({ page, inspect }) => {
    await page.goto(currencies);
    await expect(values(page)).toBeVisible();
    const mark = page
      .getByRole("row")
      .filter({ hasText: "JPY per euro" })
      .getByText(", on the second axis");
    await expect(mark).toHaveCount(0);
    await choose(page, "Second axis", "JPY per euro");
    await expect(page).toHaveURL(/second_axis=ecb-eur-jpy/);
    await expect(mark).toBeAttached();
    await inspect(page);
    await page.reload();
    await expect(mark).toBeAttached();
    // Series that start at 100 share one axis.
    await page.getByRole("radio", { name: "Index" }).click();
    await expect(page).not.toHaveURL(/second_axis=/);
    await expect(mark).toHaveCount(0);
  },
);
