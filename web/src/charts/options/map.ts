import type { CompositionView, Slice } from "../composition/compositionView";
import { gridColumns, gridRows, type Tile, tiles } from "../composition/tileGrid";
import { compositionKinds } from "../kinds";
import { alone, scaleOf } from "../numbers";
import { type ChartTheme, colourOfMagnitude, inkOn } from "../painting/chartTheme";
import type { ChartUnit, Size } from "../types";
import { type Magnitudes, magnitudesOf } from "./magnitudes";
import type { ChartOption } from "./option";
import { boxPlace, type PartPlace } from "./places";
import { hatch, layers, rect, type Shape, text } from "./shapes";

const keyHeight = 30;

/** The largest ratio of the width of a tile to its height: its code needs the width. */
const mostStretch = 1.7;

type TileBox = Tile & { x: number; y: number; width: number; height: number };

/** The places of all tiles; the key has a strip below them. */
function tileBoxes(size: Size): readonly TileBox[] {
  const across = size.width / gridColumns;
  const height = Math.max(4, Math.min(across, (size.height - keyHeight) / gridRows));
  const width = Math.max(4, Math.min(across, height * mostStretch));
  const left = (size.width - width * gridColumns) / 2;
  return tiles.map((tile) => ({
    ...tile,
    x: left + tile.column * width,
    y: tile.row * height,
    width,
    height,
  }));
}

export function mapPlaces(view: CompositionView, size: Size): readonly PartPlace[] {
  const ids = new Map(view.visible.map(({ id }) => [id.toUpperCase(), id]));
  return tileBoxes(size).flatMap((box) => {
    const id = ids.get(box.code);
    return id === undefined ? [] : [boxPlace(id, box)];
  });
}

function tileShapes(
  box: TileBox,
  slice: Slice | undefined,
  magnitudes: Magnitudes,
  theme: ChartTheme,
  active: boolean,
): readonly Shape[] {
  const value = slice?.value ?? null;
  const square = {
    x: box.x + 0.5,
    y: box.y + 0.5,
    width: box.width - 1,
    height: box.height - 1,
    r: 1,
  };
  const colour = colourOfMagnitude(theme, magnitudes.stepOf(value));
  const edge = active ? { stroke: theme.text, lineWidth: 2 } : {};
  const shapes: Shape[] = [rect(square, { fill: colour, ...edge }, active ? 2 : 1)];
  if (slice && value === null)
    shapes.push(hatch(square, 4, { stroke: theme.text3, lineWidth: 0.8 }));
  // The sign of sample data stands close to the code: a tile has no more room.
  const label = slice?.sample ? `${box.code}▨` : box.code;
  if (box.width >= 14 && box.height >= 11)
    shapes.push(
      text(
        label,
        theme,
        {
          x: box.x + box.width / 2,
          y: box.y + box.height / 2 + 0.5,
          align: "center",
          size: box.width >= 9.5 * label.length ? 10 : 8,
          weight: value === null ? 400 : 600,
          colour: value === null ? theme.text3 : inkOn(theme, colour),
        },
        layers.marks,
      ),
    );
  return shapes;
}

/** The classes with their lower bounds. */
function keyShapes(
  magnitudes: Magnitudes,
  view: CompositionView,
  size: Size,
  theme: ChartTheme,
): readonly Shape[] {
  const count = magnitudes.bounds.length + 1;
  const width = Math.min(52, (size.width - 70) / (count + 1));
  const y = size.height - 24;
  const start = Math.max(2, (size.width - width * count - 70) / 2);
  const shapes: Shape[] = [];
  for (let which = 0; which < count; which += 1) {
    const colour = colourOfMagnitude(theme, magnitudes.stepOfClass(which));
    shapes.push(
      rect({ x: start + which * width, y, width: width - 1, height: 8 }, { fill: colour }, 1),
    );
    const bound = magnitudes.bounds[which - 1];
    if (bound !== undefined)
      shapes.push(
        text(
          boundText(bound, view.unit),
          theme,
          { x: start + which * width, y: y + 16, align: "center", size: 10, colour: theme.text3 },
          1,
        ),
      );
  }
  const end = start + width * count + 10;
  shapes.push(
    rect({ x: end, y, width: 12, height: 8 }, { fill: theme.surface3 }, 1),
    text("no data", theme, { x: end + 16, y: y + 4.5, size: 10, colour: theme.text3 }, 1),
  );
  return shapes;
}

/** Each bound in its own size, "$5M" and "$1B": the bounds are round. */
function boundText(bound: number, unit: ChartUnit): string {
  const scale = scaleOf(unit, bound);
  const scaled = bound / scale.divisor;
  const decimals = scaled >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(scaled) - 1e-9));
  return alone(bound, { ...scale, decimals });
}

export function mapOption(
  view: CompositionView,
  size: Size,
  theme: ChartTheme,
  active: string | null,
): ChartOption {
  const slices = new Map(view.visible.map((slice) => [slice.id.toUpperCase(), slice]));
  const magnitudes = magnitudesOf(view, compositionKinds.map.ramp);
  const elements = tileBoxes(size).flatMap((box) => {
    const slice = slices.get(box.code);
    return tileShapes(box, slice, magnitudes, theme, slice !== undefined && slice.id === active);
  });
  return {
    animation: false,
    series: [],
    graphic: { elements: [...elements, ...keyShapes(magnitudes, view, size, theme)] },
  };
}
