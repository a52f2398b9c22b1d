import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GraphicComponent, GridComponent } from "echarts/components";
import { type EChartsType, graphic, init, use } from "echarts/core";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import type { ChartOption } from "./options/option";
import type { Size } from "./types";

use([BarChart, LineChart, PieChart, GraphicComponent, GridComponent, CanvasRenderer, SVGRenderer]);

type Box = { x: number; y: number; width: number; height: number; step: number };

/** Lines of 45 degrees, cut at the box: one path, which the canvas and SVG draw alike. */
export function hatchSegments(box: Box): readonly (readonly [number, number, number, number])[] {
  const { x, y, width, height, step } = box;
  const apart = step * Math.SQRT2;
  const segments: (readonly [number, number, number, number])[] = [];
  for (let offset = apart / 2; offset < width + height; offset += apart) {
    const startX = Math.max(0, offset - height);
    const endX = Math.min(width, offset);
    segments.push([x + startX, y + offset - startX, x + endX, y + offset - endX]);
  }
  return segments;
}

graphic.registerShape(
  "hatch",
  graphic.extendShape({
    shape: { x: 0, y: 0, width: 0, height: 0, step: 5 },
    style: { fill: "none", stroke: "currentColor", lineWidth: 1 },
    buildPath(path: CanvasRenderingContext2D, box: Box) {
      for (const [x1, y1, x2, y2] of hatchSegments(box)) {
        path.moveTo(x1, y1);
        path.lineTo(x2, y2);
      }
    },
  }),
);

export type Drawing = {
  draw: (option: ChartOption, size: Size) => void;
  dispose: () => void;
};

function show(chart: EChartsType, option: ChartOption, lazyUpdate = false): void {
  chart.setOption(option as Parameters<EChartsType["setOption"]>[0], {
    notMerge: true,
    silent: true,
    lazyUpdate,
  });
}

export function openDrawing(host: HTMLElement, size: Size): Drawing {
  const chart = init(host, null, { renderer: "canvas", ...size });
  let isFirst = true;
  return {
    draw(option, { width, height }) {
      if (chart.getWidth() !== width || chart.getHeight() !== height)
        chart.resize({ width, height, silent: true });
      // The first time everything is made: values are taken in by this task and drawn by the next frame.
      show(chart, option, isFirst);
      isFirst = false;
    },
    dispose: () => chart.dispose(),
  };
}

/** The same picture as the text of an SVG element. */
export function drawSvg(option: ChartOption, size: Size): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  show(chart, option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** The same picture on a canvas of its own, twice as fine. */
export function drawCanvas(option: ChartOption, size: Size, fineness: number): HTMLCanvasElement {
  const host = document.createElement("div");
  const chart = init(host, null, { renderer: "canvas", devicePixelRatio: fineness, ...size });
  show(chart, option);
  const canvas = chart.renderToCanvas({ pixelRatio: fineness });
  chart.dispose();
  return canvas;
}
