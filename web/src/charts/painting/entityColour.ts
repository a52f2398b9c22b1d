import { type ClassKey, classSteps } from "@/lib/classColour";
import { colourStepOf, paletteSteps } from "@/lib/entityColourStep";

export type ColouredEntity = {
  id: string;
  /** The entity whose colour it has, where that is not its id. */
  entity?: string;
  classKey?: ClassKey;
};

export type EntityColour = {
  /** The place in the palette, 1 to 8; 0 is grey. */
  step: number;
  /** Separates it from others of the same colour: 0 is plain. */
  pattern: number;
};

export const grey: EntityColour = { step: 0, pattern: 0 };

/** Beyond this number of lines, colours cannot be distinguished. */
const mostColoured = 16;

/**
 * The colour of every entity of a chart, which is the same on all charts: that of its class, else that of its monogram.
 * Entities whose colours meet in one chart are separated by pattern, in the order of their ids. What is far down the list
 * is grey.
 */
export function entityColours(
  entities: readonly ColouredEntity[],
): ReadonlyMap<string, EntityColour> {
  const colours = new Map<string, EntityColour>();
  const taken = new Map<number, number>();
  const coloured = entities.slice(0, mostColoured);
  for (const { id, entity, classKey } of coloured.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const step = classKey ? classSteps[classKey] : colourStepOf(entity ?? id);
    const pattern = taken.get(step) ?? 0;
    taken.set(step, pattern + 1);
    colours.set(id, { step, pattern });
  }
  return colours;
}

/** Colours of what has a place and no colour of its own, such as a cohort. */
export function coloursInOrder(
  series: readonly ColouredEntity[],
): ReadonlyMap<string, EntityColour> {
  return new Map(
    series.map(({ id }, place) => [
      id,
      { step: (place % paletteSteps) + 1, pattern: Math.floor(place / paletteSteps) },
    ]),
  );
}

const dashes: readonly (readonly number[])[] = [
  [7, 3],
  [2, 2],
  [9, 3, 2, 3],
  [5, 2, 2, 2],
  [12, 4],
  [3, 4],
  [9, 2, 2, 2, 2, 2],
  [5, 5],
];

/** The dash of a line that shares its colour. */
export function dashOf(pattern: number): readonly number[] | undefined {
  return pattern === 0 ? undefined : dashes[(pattern - 1) % dashes.length];
}

/** The dash of a line's sample beside its name, which is shorter than the line; none for a plain one. */
export function sampleDashOf(pattern: number, isReference: boolean): readonly number[] {
  return isReference ? [3, 2] : (dashOf(pattern) ?? []).map((part) => part / 2);
}

const angles = [45, -45, 0, 90] as const;

/** The direction, in degrees, of the stripes over an area or bar that shares its colour. */
export function stripesOf(pattern: number): number | undefined {
  return pattern === 0 ? undefined : angles[(pattern - 1) % angles.length];
}
