import { type EntityColour, stripesOf } from "../painting/entityColour";
import { type ChartTheme, colourOfStep } from "../painting/readChartTheme";

/** Stripes in the colour of the surface: their direction in degrees, how wide they are and how far apart. */
export function stripeDecal(theme: ChartTheme, degrees: number, dashArrayY: number[]) {
  return {
    symbol: "rect",
    symbolSize: 1,
    color: theme.surface,
    dashArrayX: [1, 0],
    dashArrayY,
    rotation: (degrees * Math.PI) / 180,
  };
}

/** The fill of an area; stripes distinguish it from others of the same colour. */
export function fillOf(colour: EntityColour, theme: ChartTheme) {
  const stripes = stripesOf(colour.pattern);
  return {
    color: colourOfStep(theme, colour.step),
    ...(stripes === undefined ? {} : { decal: stripeDecal(theme, stripes, [0.8, 5.2]) }),
  };
}
