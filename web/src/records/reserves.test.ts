import { expect, test } from "vitest";
import { reserveLines } from "./reserves";

test("a composition is read with the part of each line, the largest first", () => {
  const composition = ["cash: 100.00", "treasury_bills: 900.00"];
  expect(reserveLines({ composition, total_amount: 1000 })).toEqual([
    { kind: "treasury_bills", amount: 900, share: 0.9 },
    { kind: "cash", amount: 100, share: 0.1 },
  ]);
});

test("a total of zero has no parts", () => {
  const [line] = reserveLines({ composition: ["cash: 0"], total_amount: 0 });
  expect(line).toEqual({ kind: "cash", amount: 0, share: null });
});
