import { expect, it } from "vitest";
import { compositionView } from "../composition/compositionView";
import type { TimeData } from "../types";
import { daySentence, partSentence } from "./sentences";
import { timeView } from "./timeView";

const unit = { kind: "money" } as const;
const hidden = new Set<string>();
const day = "2026-11-01";
const running = {
  from: day,
  to: day,
  value_date: null,
  is_carried: false,
  is_partial: true,
  is_average: false,
  spans_gap: false,
  lacks_days: false,
  is_running: true as const,
};

it("marks partial values of a day and their total", () => {
  const data: TimeData = {
    days: ["2026-10-01", day],
    series: [
      { id: "a", name: "Mints", sample: false, values: [3e9, 2e9], qualifiers: [running] },
      {
        id: "b",
        name: "Burns",
        sample: false,
        values: [3e9, 1e9],
        qualifiers: [{ ...running, lacks_days: true }],
      },
    ],
  };
  const view = timeView({ data, kind: "area", unit, hidden, span: null, log: false });
  expect(daySentence(view, 0, { unit })).not.toContain("partial");
  const sentence = daySentence(view, 1, { unit });
  expect(sentence).toContain("Mints 2.00 billion dollars (partial: not over)");
  const both = "(partial: not over, and days are withheld)";
  expect(sentence).toContain(`Burns 1.00 billion dollars ${both}`);
  expect(sentence).toContain(`total 3.00 billion dollars ${both}`);
});

it("names the day of a part that is carried", () => {
  const parts = [{ id: "a", name: "A", sample: false, value: 2e9, reason: "value of 17 Nov 2026" }];
  const view = compositionView({ day: "2026-11-19", parts }, unit, hidden);
  expect(partSentence(view, 0, unit)).toBe(
    "A: 2.00 billion dollars (value of 17 Nov 2026), 100.0 percent.",
  );
});
