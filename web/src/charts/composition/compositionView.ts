import { sumOfKnown } from "@/lib/exactSum";
import { type PointQualifier, qualifierLabel } from "@/lib/format/qualifiers";
import { partsQualifier } from "../data/valueReason";
import { type Scale, scaleOf } from "../formatValues";
import type { Hidden } from "../legend/visibility";
import { endValue, otherId } from "../time/bands";
import type { ChartUnit, CompositionData, CompositionItem, Value } from "../types";

/** The most parts with a tile of their own; the rest share one. */
export const mostSlices = 24;

export type Slice = {
  id: string;
  name: string;
  value: Value;
  reason?: string;
  sample?: boolean;
  qualifier?: PointQualifier;
};

/** The parts of a whole on one day, largest first. */
export type CompositionView = {
  slices: readonly Slice[];
  visible: readonly Slice[];
  total: Value;
  scale: Scale;
  unit: ChartUnit;
};

function sum(parts: readonly CompositionItem[]): number {
  return sumOfKnown(parts.map(({ value }) => value)) ?? 0;
}

export function compositionView(
  data: CompositionData,
  unit: ChartUnit,
  hidden: Hidden,
): CompositionView {
  const parts = data.parts.toSorted(
    (a, b) => endValue([b.value]) - endValue([a.value]) || (a.id < b.id ? -1 : 1),
  );
  const known = parts.filter(({ value }) => value !== null);
  const grouped = known.length > mostSlices + 1 ? known.slice(mostSlices) : [];
  const outside = new Set(grouped);
  const slices: Slice[] = parts
    .filter((part) => !outside.has(part))
    .map((part) => ({
      id: part.id,
      name: part.name,
      value: part.value,
      ...(part.reason === undefined ? {} : { reason: part.reason }),
      ...(part.sample && { sample: true }),
      ...(part.qualifier && { qualifier: part.qualifier }),
    }));
  if (grouped.length > 0) {
    const firstUnknown = slices.findIndex(({ value }) => value === null);
    const name = `Other (${grouped.length})`;
    const sample = grouped.some((part) => part.sample);
    const qualifier = partsQualifier(grouped);
    const reason = qualifierLabel(qualifier);
    const other: Slice = {
      ...{ id: otherId, name, value: sum(grouped), qualifier },
      ...(sample && { sample }),
      ...(reason !== null && { reason }),
    };
    slices.splice(firstUnknown === -1 ? slices.length : firstUnknown, 0, other);
  }
  const visible = slices.filter(({ id }) => !hidden.has(id));
  const values = visible.flatMap(({ value }) => (value === null ? [] : [value]));
  const total = sumOfKnown(values);
  return { slices, visible, total, scale: scaleOf(unit, Math.max(0, ...values)), unit };
}

/** Parts that have an extent: nothing and less than nothing cannot be drawn as a piece of a whole. */
export function drawableSlices(view: CompositionView): readonly (Slice & { value: number })[] {
  return view.visible.flatMap((slice) =>
    slice.value !== null && slice.value > 0 ? [{ ...slice, value: slice.value }] : [],
  );
}
