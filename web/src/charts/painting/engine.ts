import { BarChart, LineChart } from "echarts/charts";
import { GraphicComponent, GridComponent } from "echarts/components";
import { type EChartsType, graphic, init, setPlatformAPI, use } from "echarts/core";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import type { ChartOption } from "../options/option";
import type { Size } from "../types";

use([BarChart, LineChart, GraphicComponent, GridComponent, CanvasRenderer, SVGRenderer]);

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

// Replaces what only the document of a page can create: the canvas of a pattern, and that on which texts are measured.
if (typeof OffscreenCanvas !== "undefined")
  setPlatformAPI({ createCanvas: () => new OffscreenCanvas(1, 1) as unknown as HTMLCanvasElement });

function show(chart: EChartsType, option: ChartOption): void {
  chart.setOption(option as Parameters<EChartsType["setOption"]>[0], { silent: true });
}

/** The picture of an option, with as many dots to a pixel of the page as its screen has. */
export function drawBitmap(option: ChartOption, size: Size, fineness: number): ImageBitmap {
  const canvas = new OffscreenCanvas(1, 1);
  const host = canvas as unknown as HTMLCanvasElement;
  const chart = init(host, null, { renderer: "canvas", devicePixelRatio: fineness, ...size });
  show(chart, option);
  const bitmap = canvas.transferToImageBitmap();
  chart.dispose();
  return bitmap;
}

/** The same picture as the text of an SVG element. */
export function drawSvg(option: ChartOption, size: Size): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  show(chart, option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
