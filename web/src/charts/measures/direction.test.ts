import { expect, it } from "vitest";
import { isBetterLow } from "./direction";
import { measures } from "./measures";

const adverse = /past_due|default|late_loans|written_off|cash_drag/;
/** Measures of defaulted principal that was recovered or settled, which is no further loss. */
const neutral = ["resolved_defaults_amount_dollar"];

it("is worse the more is past due, in default, written off or idle", () => {
  for (const { slug } of measures) {
    const isAdverse = adverse.test(slug) && !neutral.includes(slug);
    expect(isBetterLow(slug), slug).toBe(isAdverse);
  }
});
