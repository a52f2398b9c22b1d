import type { ChartTheme } from "../painting/readChartTheme";
import { heightOf, type Plot, textWidth, xOf, yOf } from "../time/geometry";
import { layers, line, type Shape, text } from "./shapes";

/** Half a pixel makes a line of one pixel sharp. */
function sharp(value: number): number {
  return Math.round(value) + 0.5;
}

/** The base of the values: the zero line, or the lowest tick of an axis without zero. */
function baseTick(plot: Plot): number {
  return plot.axis.ticks.includes(0) ? 0 : plot.axis.min;
}

export function axisShapes(plot: Plot, theme: ChartTheme): readonly Shape[] {
  const shapes: Shape[] = [];
  plot.axis.ticks.forEach((tick, index) => {
    const y = sharp(yOf(plot, tick));
    const base = tick === baseTick(plot);
    const stroke = base ? theme.axis : theme.grid;
    const z = base ? layers.hatch : layers.grid;
    shapes.push(
      line([plot.left, y], [plot.right, y], { stroke, lineWidth: 1 }, z),
      text(
        plot.labels[index] ?? "",
        theme,
        { x: plot.left - 8, y, align: "right", colour: theme.text3 },
        layers.grid,
      ),
    );
  });
  plot.second?.axis.ticks.forEach((tick, index) => {
    const y = sharp(heightOf(plot, { second: true }, tick));
    shapes.push(
      line([plot.right, y], [plot.right + 4, y], { stroke: theme.axis, lineWidth: 1 }, 0),
      text(
        plot.second?.labels[index] ?? "",
        theme,
        { x: plot.right + 8, y, colour: theme.text3 },
        layers.grid,
      ),
    );
  });
  for (const tick of plot.ticks) {
    const x = xOf(plot, tick.index);
    const half = textWidth(tick.text) / 2;
    if (x + half > plot.width - 2) continue;
    shapes.push(
      line([x, plot.bottom], [x, plot.bottom + 4], { stroke: theme.axis, lineWidth: 1 }, 0),
      text(
        tick.text,
        theme,
        {
          x: Math.max(x, half + 2),
          y: plot.height - 10,
          align: "center",
          weight: tick.strong ? 600 : 400,
          colour: tick.strong ? theme.text : theme.text3,
        },
        layers.grid,
      ),
    );
  }
  return shapes;
}
