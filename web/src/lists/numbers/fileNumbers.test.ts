import { expect, it } from "vitest";
import { fileNumbers } from "./fileNumbers";
import { listNumbers } from "./numbers";

it("tells a file what days add up to and what a value stands off", () => {
  const shown = [
    { id: "name" },
    { id: "volume_30d" },
    { id: "off_peg" },
    { id: "yield_7d", numberField: "yield_7d_simple_act365" },
  ];
  const none = { only: null, otherwise: null, under: null, since_days: null };
  expect(fileNumbers(listNumbers("assets"), shown)?.columns).toEqual({
    volume_30d: { ...none, measure: "daily_transfer_volume_dollar", over_days: 30, against: null },
    off_peg: {
      ...none,
      measure: "price_dollar",
      only: { operator: "equals", field: "peg_currency", value: "USD" },
      over_days: null,
      against: 1,
    },
    yield_7d_simple_act365: { ...none, measure: "yield_7d", over_days: null, against: null },
  });
});
