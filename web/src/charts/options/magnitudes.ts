import { type CompositionView, drawable } from "../composition/compositionView";
import type { Ramp } from "../kinds";
import type { Value } from "../types";
import { type Classes, classColour, classesOf, classOf } from "./ramp";

export type Magnitudes = Classes & {
  /** The step of a class of values. */
  stepOfClass: (which: number) => number;
  /** The step of a value; 0 where there is none to colour. */
  stepOf: (value: Value) => number;
};

/** How the magnitudes of a view are coloured, in its picture and in its legend. */
export function magnitudesOf(view: CompositionView, { steps, most }: Ramp): Magnitudes {
  const classes = classesOf(
    drawable(view).map(({ value }) => value),
    most,
  );
  const stepOfClass = (which: number) => classColour<number>(steps, classes, which) ?? 0;
  const stepOf = (value: Value) => (value === null ? 0 : stepOfClass(classOf(classes, value)));
  return { ...classes, stepOfClass, stepOf };
}
