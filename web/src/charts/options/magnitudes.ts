import { type CompositionView, drawable } from "../composition/compositionView";
import type { Value } from "../types";
import { type Classes, classColour, classesOf, classOf } from "./ramp";

/** The steps of the sequential scale in a picture, and how many classes it can distinguish. */
const ramps = {
  // Names stand on its tiles, so none is as pale as the ground.
  treemap: { steps: [2, 3, 4, 5, 6, 7], most: 5 },
  map: { steps: [1, 2, 3, 4, 5, 6, 7], most: 7 },
} as const;

export type Magnitudes = Classes & {
  /** The step of a class of values. */
  stepOfClass: (which: number) => number;
  /** The step of a value; 0 where there is none to colour. */
  stepOf: (value: Value) => number;
};

/** How the magnitudes of a view are coloured, in its picture and in its legend. */
export function magnitudesOf(view: CompositionView): Magnitudes {
  const { steps, most } = ramps[view.kind === "map" ? "map" : "treemap"];
  const classes = classesOf(
    drawable(view).map(({ value }) => value),
    most,
  );
  const stepOfClass = (which: number) => classColour<number>(steps, classes, which) ?? 0;
  const stepOf = (value: Value) => (value === null ? 0 : stepOfClass(classOf(classes, value)));
  return { ...classes, stepOfClass, stepOf };
}
