import type { ChartTheme } from "../painting/readChartTheme";

type Style = Readonly<Record<string, string | number | readonly number[] | undefined>>;

/** Shapes drawn beside the series: axes, marks, tiles. `hatch` is ours; the engine registers it. */
export type Shape = {
  type: "line" | "rect" | "circle" | "text" | "polyline" | "polygon" | "hatch";
  z: number;
  silent: true;
  shape?: Readonly<Record<string, number | boolean | readonly (readonly number[])[]>>;
  style: Style;
};

/** Grid below the series (z 3 and less), hatches on them, marks on top. */
export const layers = { grid: 0, hatch: 4, marks: 6 } as const;

export function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  style: Style,
  z: number,
): Shape {
  return { type: "line", z, silent: true, shape: { x1, y1, x2, y2 }, style };
}

export function rect(
  box: { x: number; y: number; width: number; height: number; r?: number },
  style: Style,
  z: number,
): Shape {
  return { type: "rect", z, silent: true, shape: box, style };
}

export function hatch(
  box: { x: number; y: number; width: number; height: number },
  step: number,
  style: Style,
): Shape {
  return { type: "hatch", z: layers.hatch, silent: true, shape: { ...box, step }, style };
}

/** A name or figure with the sign of sample data, which pictures explain at their head. */
export function withSampleSign(words: string, sample = false): string {
  return sample ? `${words} ▨` : words;
}

type LabelStyle = {
  x: number;
  y: number;
  align?: "left" | "center" | "right";
  weight?: number;
  size?: number;
  colour: string;
};

/** Labels are 11 px at the width 88 %, which CSS calls semi-condensed. */
export function text(content: string, theme: ChartTheme, label: LabelStyle, z: number): Shape {
  const { x, y, align = "left", weight = 400, size = 11, colour } = label;
  return {
    type: "text",
    z,
    silent: true,
    style: {
      text: content,
      x,
      y,
      align,
      verticalAlign: "middle",
      fill: colour,
      font: `${weight} semi-condensed ${size}px ${theme.font}`,
    },
  };
}
