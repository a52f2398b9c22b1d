import { expect, it } from "vitest";
import { compositionLegend } from "../legend/legend";
import type { CompositionItem } from "../types";
import { compositionView, mostSlices } from "./compositionView";

const unit = { kind: "money" } as const;
const carried = {
  value_date: "2026-11-17",
  is_carried: true,
  is_partial: false,
  is_average: false,
};
const reason = "value of 17 Nov 2026";

function legendOf(part: (place: number) => Partial<CompositionItem>) {
  const count = mostSlices + 2;
  const parts = Array.from({ length: count }, (_, place) => {
    const name = `Part ${place}`;
    return { id: name, name, sample: false, value: 100 - place, ...part(place) };
  });
  const view = compositionView({ day: "2026-11-19", parts }, unit, new Set());
  return compositionLegend(view, new Set());
}

it("marks the rest and the total of which each part is carried", () => {
  const { rows, total } = legendOf(() => ({ qualifier: carried, reason }));
  expect(rows.at(-1)).toMatchObject({ name: "Other (2)", reason });
  expect(total?.reason).toBe(reason);
});

it("marks the rest alone where other parts were measured", () => {
  const { rows, total } = legendOf((place) =>
    place < mostSlices ? {} : { qualifier: carried, reason },
  );
  expect(rows.at(-1)?.reason).toBe(reason);
  expect(total?.reason).toBeUndefined();
});
