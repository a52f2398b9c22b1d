import { type CompositionView, drawableSlices, type Slice } from "../composition/compositionView";
import { magnitudeSteps } from "../composition/magnitudes";
import { shareText } from "../formatValues";
import { type ChartTheme, colourOfMagnitude, inkOn } from "../painting/readChartTheme";
import { textWidth } from "../time/geometry";
import type { Size } from "../types";
import type { ChartOption } from "./option";
import { layers, rect, type Shape, text, withSampleSign } from "./shapes";
import { type Box, squarify } from "./squarify";

const padding = 8;
const lineHeight = 15;

type TreemapBox = Box & { slice: Slice & { value: number } };

function treemapBoxes(view: CompositionView, size: Size): readonly TreemapBox[] {
  const slices = drawableSlices(view);
  const boxes = squarify(
    slices.map(({ value }) => value),
    { x: 0, y: 0, width: size.width, height: size.height },
  );
  return slices.flatMap((slice, index) => {
    const box = boxes[index];
    return box ? [{ ...box, slice }] : [];
  });
}

/** The part under the pointer. */
export function partAt(view: CompositionView, size: Size, x: number, y: number): string | null {
  const box = treemapBoxes(view, size).find(
    (one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height,
  );
  return box?.slice.id ?? null;
}

/** The point of a part that its tooltip names, near the upper edge of its tile. */
export function placeOf(view: CompositionView, size: Size, id: string) {
  const box = treemapBoxes(view, size).find(({ slice }) => slice.id === id);
  return box ? { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) } : null;
}

/** A text cut to a width; empty if hardly anything of it fits. */
function fitting(words: string, width: number): string {
  if (textWidth(words) <= width) return words;
  const most = Math.floor(width / (textWidth(words) / words.length)) - 1;
  return most < 4 ? "" : `${words.slice(0, most).trimEnd()}…`;
}

function labels(box: TreemapBox, share: string, colour: string, theme: ChartTheme): Shape[] {
  const { name, sample } = box.slice;
  const room = box.width - 2 * padding - textWidth(withSampleSign("", sample));
  const lines = [
    { words: fitting(name, room), weight: 600 },
    { words: textWidth(share) <= room ? share : "", weight: 400 },
  ].filter(({ words }) => words !== "");
  const fit = Math.floor((box.height - padding) / lineHeight);
  return lines.slice(0, fit).map(({ words, weight }, index) =>
    text(
      withSampleSign(words, sample && index === 0),
      theme,
      {
        x: box.x + padding,
        y: box.y + padding + 6 + index * lineHeight,
        weight,
        colour: inkOn(theme, colour),
      },
      layers.marks,
    ),
  );
}

/** Magnitude in one hue; the size says the same, so that colour never speaks alone. */
export function treemapOption(
  view: CompositionView,
  size: Size,
  theme: ChartTheme,
  active: string | null,
): ChartOption {
  const boxes = treemapBoxes(view, size);
  const stepOf = magnitudeSteps(view);
  const elements = boxes.flatMap((box) => {
    const colour = colourOfMagnitude(theme, stepOf(box.slice.value));
    const marked = box.slice.id === active;
    const inset = marked ? 1.5 : 0.5;
    const square = {
      x: box.x + inset,
      y: box.y + inset,
      width: Math.max(0.5, box.width - 2 * inset),
      height: Math.max(0.5, box.height - 2 * inset),
    };
    const edge = marked ? { stroke: theme.text, lineWidth: 2 } : {};
    return [
      rect(square, { fill: colour, ...edge }, marked ? 2 : 1),
      ...labels(box, shareText(box.slice.value, view.total), colour, theme),
    ];
  });
  return { animation: false, series: [], graphic: { elements } };
}
