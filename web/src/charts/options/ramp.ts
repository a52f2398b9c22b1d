/** Cuts magnitudes into classes for a ramp of one hue. */

export type Classes = {
  /** The lower bounds of the classes above the first. */
  bounds: readonly number[];
};

function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const nearest = [1, 2, 5, 10].reduce((best, multiple) =>
    Math.abs(Math.log(value / (multiple * power))) < Math.abs(Math.log(value / (best * power)))
      ? multiple
      : best,
  );
  return Number((nearest * power).toPrecision(12));
}

/** Equal ratios, rounded to 1, 2 or 5: real magnitudes are skewed, and equal steps would leave all but one pale. */
export function classesOf(values: readonly number[], most: number): Classes {
  const positive = values.filter((value) => value > 0);
  if (positive.length < 2) return { bounds: [] };
  const low = Math.min(...positive);
  const high = Math.max(...positive);
  const bounds = Array.from({ length: most - 1 }, (_, index) =>
    rounded(low * (high / low) ** ((index + 1) / most)),
  ).filter((bound, index, all) => bound > low && bound <= high && bound !== all[index - 1]);
  return { bounds };
}

export function classOf(classes: Classes, value: number): number {
  return classes.bounds.filter((bound) => value >= bound).length;
}

/** The colour of a class, spread over the whole ramp when there are fewer classes than colours. */
export function rampColour<Colour>(
  ramp: readonly Colour[],
  classes: Classes,
  which: number,
): Colour | undefined {
  const count = classes.bounds.length + 1;
  const place =
    count === 1 ? ramp.length - 3 : Math.round((which / (count - 1)) * (ramp.length - 1));
  return ramp[Math.min(ramp.length - 1, Math.max(0, place))];
}
