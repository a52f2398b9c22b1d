import { type ChartTheme, colourOfStep } from "../painting/chartTheme";
import { type EntityColour, stripesOf } from "../painting/entityColour";

/** The fill of an area; stripes distinguish it from others of the same colour. */
export function fillOf(colour: EntityColour, theme: ChartTheme) {
  const stripes = stripesOf(colour.pattern);
  return {
    color: colourOfStep(theme, colour.step),
    ...(stripes === undefined
      ? {}
      : {
          decal: {
            symbol: "rect",
            symbolSize: 1,
            color: theme.surface,
            dashArrayX: [1, 0],
            dashArrayY: [0.8, 5.2],
            rotation: (stripes * Math.PI) / 180,
          },
        }),
  };
}
