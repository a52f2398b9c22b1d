import { expect, it, vi } from "vitest";
import { lookInAddress } from "./lookInAddress";

it("keeps legend, full screen and table of a chart beside what else the address says", () => {
  const put = vi.fn();
  const search = "range=90D&peg_legend=only.usd&peg_full=1&full=0";
  const { shown, full, table } = lookInAddress({ search, put }, "peg");
  expect([shown.value, full?.value]).toEqual(["only.usd", true]);
  full?.onChange(false);
  shown.onChange("");
  table?.onChange(true);
  expect(put.mock.calls.map(([params]) => String(params))).toEqual([
    "range=90D&peg_legend=only.usd&full=0",
    "range=90D&peg_full=1&full=0",
    "range=90D&peg_legend=only.usd&peg_full=1&full=0&peg_table=1",
  ]);
  expect(lookInAddress({ search: "peg_full=yes", put }, "peg").full?.value).toBe(false);
});
