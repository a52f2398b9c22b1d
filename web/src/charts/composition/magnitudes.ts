import { classesOf, classOf, rampColour } from "../options/ramp";
import type { Value } from "../types";
import { type CompositionView, drawableSlices } from "./compositionView";

/** Steps of the sequential scale. Names stand on the tiles, so none is as pale as the ground. */
const steps = [2, 3, 4, 5, 6, 7] as const;

/** The most classes of magnitude that a reader can distinguish. */
const mostClasses = 5;

/** The step of a value on the sequential scale, in the treemap and in its legend; 0 for a missing value. */
export function magnitudeSteps(view: CompositionView): (value: Value) => number {
  const classes = classesOf(
    drawableSlices(view).map(({ value }) => value),
    mostClasses,
  );
  return (value) =>
    value === null ? 0 : (rampColour<number>(steps, classes, classOf(classes, value)) ?? 0);
}
