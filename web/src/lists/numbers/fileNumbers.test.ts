import { expect, it } from "vitest";
import { fileNumbers } from "./fileNumbers";
import { listNumbers } from "./numbers";

it("tells a file what days add up to and what a value stands off", () => {
  const shown = ["name", "volume_30d", "off_peg"];
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
  });
});
