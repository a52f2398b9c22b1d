import { expect, it } from "vitest";
import { decimalText, plainDecimal } from "./decimal";

it.each([
  [0, 0, 0, "0"],
  [0, 2, 2, "0.00"],
  [1.005, 2, 2, "1.01"],
  [0.005, 2, 2, "0.01"],
  [0.0049, 2, 2, "0.00"],
  [1e-7, 0, 4, "0"],
  [1e-7, 0, 18, "0.0000001"],
  [999.995, 2, 2, "1,000.00"],
  [1_234_567.5, 0, 0, "1,234,568"],
  [12, 1, 4, "12.0"],
  [12.34, 1, 4, "12.34"],
  [1e21, 0, 0, "1,000,000,000,000,000,000,000"],
])("writes %s with %s to %s decimals as %s", (size, least, most, text) => {
  expect(decimalText(size, least, most)).toBe(text);
});

it("says what the browser's formatter says", () => {
  const formatter = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 5,
  });
  for (let step = 1; step < 4000; step += 1) {
    const size = (step * 7919) / 10 ** (step % 17);
    expect(decimalText(size, 1, 5)).toBe(formatter.format(size));
  }
});

it("keeps the sign, but none of zero", () => {
  expect(plainDecimal(-1234.5, 12)).toBe("-1,234.5");
  expect(plainDecimal(-1234.5, 12, "")).toBe("-1234.5");
  expect(plainDecimal(-0, 2)).toBe("0");
  expect(plainDecimal(-1e-9, 2)).toBe("0");
});
