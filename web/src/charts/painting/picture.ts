import type { ChartOption } from "../options/option";
import { withSampleSign } from "../options/shapes";
import type { Size } from "../types";
import { bitmapOf, svgOf } from "./painter";
import type { ChartTheme } from "./readChartTheme";

/** The texts around the plot of a picture, so that it can be read without the page. */
export type PictureText = {
  title: string;
  unitLine: string;
  sample: boolean;
  legend: readonly {
    name: string;
    value: string;
    colour: string;
    stripes?: number | undefined;
    /** The dash of the line that stands in the place of a box. */
    dash?: readonly number[];
    sample?: boolean | undefined;
  }[];
  legendHead: string;
  /** The sum of the rows of the legend, where they are additive. */
  total: string | null;
  notes: readonly string[];
  origin: string;
};

type Item =
  | {
      kind: "text";
      x: number;
      y: number;
      words: string;
      size: number;
      weight: number;
      colour: string;
      end?: boolean;
    }
  | { kind: "box"; x: number; y: number; colour: string; stripes: Stripes | null }
  | { kind: "dash"; x: number; y: number; colour: string; dash: readonly number[] }
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; colour: string };

/** Over a box: their direction in degrees. */
type Stripes = { angle: number; colour: string };

type Layout = { size: Size; plot: Size; plotAt: { x: number; y: number }; items: readonly Item[] };

const width = 1200;
const margin = 24;
const legendWidth = 290;
/** The place of the words beside a sample in the legend. */
const indent = 21;
const rowHeight = 22;
const mostRows = 24;

function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function totalItems({ total, sample }: PictureText, y: number, theme: ChartTheme): readonly Item[] {
  const x = width - margin - legendWidth;
  const end = width - margin;
  const look = { kind: "text", y, size: 13, weight: 600, colour: theme.text } as const;
  return [
    { kind: "line", x1: x, y1: y - 15, x2: end, y2: y - 15, colour: theme.line },
    { ...look, x: x + indent, words: withSampleSign("Total", sample) },
    { ...look, x: end, words: total ?? "", end: true },
  ];
}

function legendItems(text: PictureText, top: number, theme: ChartTheme): readonly Item[] {
  const x = width - margin - legendWidth;
  const end = width - margin;
  const shown = text.legend.slice(0, mostRows);
  const left = text.legend.length - shown.length;
  const items: Item[] = [
    { kind: "text", x, y: top, words: text.legendHead, size: 12, weight: 400, colour: theme.text3 },
  ];
  shown.forEach((row, index) => {
    const y = top + (index + 1) * rowHeight;
    items.push(
      row.dash
        ? { kind: "dash", x, y: y - 4, colour: row.colour, dash: row.dash }
        : {
            kind: "box",
            x,
            y: y - 9,
            colour: row.colour,
            stripes:
              row.stripes === undefined ? null : { angle: row.stripes, colour: theme.surface },
          },
      {
        kind: "text",
        x: x + indent,
        y,
        words: withSampleSign(cut(row.name, row.sample ? 28 : 30), row.sample),
        size: 13,
        weight: 400,
        colour: theme.text,
      },
      {
        kind: "text",
        x: end,
        y,
        words: row.value,
        size: 13,
        weight: 400,
        colour: theme.text,
        end: true,
      },
    );
  });
  if (left > 0)
    items.push({
      kind: "text",
      x: x + indent,
      y: top + (shown.length + 1) * rowHeight,
      words: `${left} more`,
      size: 13,
      weight: 400,
      colour: theme.text3,
    });
  if (text.total !== null) {
    const below = shown.length + (left > 0 ? 2 : 1);
    items.push(...totalItems(text, top + below * rowHeight, theme));
  }
  return items;
}

/** The place of title, sample tag, legend, notes and origin around the plot. */
function layoutOf(text: PictureText, theme: ChartTheme): Layout {
  const top = 76;
  const rows = Math.min(text.legend.length, mostRows) + 3;
  const plotHeight = Math.max(440, rows * rowHeight);
  const beside = text.legend.length > 0 ? legendWidth + 24 : 0;
  const plot = { width: width - 2 * margin - beside, height: plotHeight };
  const items: Item[] = [
    {
      kind: "text",
      x: margin,
      y: 38,
      words: cut(text.title, 90),
      size: 20,
      weight: 600,
      colour: theme.text,
    },
    {
      kind: "text",
      x: margin,
      y: 58,
      words: cut(text.unitLine, 150),
      size: 13,
      weight: 400,
      colour: theme.text3,
    },
    ...(beside > 0 ? legendItems(text, top + 16, theme) : []),
  ];
  if (text.sample)
    items.push({
      kind: "text",
      x: width - margin,
      y: 38,
      words: "▨ Sample: fictitious data for demonstration",
      size: 13,
      weight: 500,
      colour: theme.text2,
      end: true,
    });
  let y = top + plotHeight + 20;
  items.push({ kind: "line", x1: margin, y1: y, x2: width - margin, y2: y, colour: theme.line });
  for (const note of [...text.notes, text.origin].filter(Boolean))
    for (const words of wrapped(note, 170)) {
      y += 18;
      items.push({ kind: "text", x: margin, y, words, size: 12, weight: 400, colour: theme.text2 });
    }
  return { size: { width, height: y + margin }, plot, plotAt: { x: margin, y: top }, items };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The size of the sample of a line. */
const dashLength = 14;
const dashWidth = 2.4;

/** From the middle of a box. */
const stripeOffsets = [-3.5, 0, 3.5];

function svgBox({ x, y, colour, stripes }: Extract<Item, { kind: "box" }>): string {
  const box = `<rect x="${x}" y="${y}" width="10" height="10" rx="2" fill="${colour}"/>`;
  if (!stripes) return box;
  const path = stripeOffsets.map((offset) => `M-7 ${offset}h14`).join("");
  const place = `translate(${x + 5} ${y + 5}) rotate(${stripes.angle})`;
  return `${box}<path d="${path}" stroke="${stripes.colour}" transform="${place}"/>`;
}

function svgItem(item: Item, font: string): string {
  if (item.kind === "box") return svgBox(item);
  if (item.kind === "dash")
    return `<path d="M${item.x} ${item.y}h${dashLength}" stroke="${item.colour}" stroke-width="${dashWidth}" stroke-dasharray="${item.dash.join(" ") || "none"}"/>`;
  if (item.kind === "line")
    return `<line x1="${item.x1}" y1="${item.y1}" x2="${item.x2}" y2="${item.y2}" stroke="${item.colour}"/>`;
  const anchor = item.end ? ' text-anchor="end"' : "";
  return `<text x="${item.x}" y="${item.y}" fill="${item.colour}" font-family="${escaped(font)}" font-size="${item.size}" font-weight="${item.weight}"${anchor}>${escaped(item.words)}</text>`;
}

/** The text of the whole picture, around that of its plot. */
export async function svgText(
  text: PictureText,
  theme: ChartTheme,
  svgOfPlot: (size: Size) => Promise<string>,
): Promise<string> {
  const { size, plot, plotAt, items } = layoutOf(text, theme);
  const inner = await svgOfPlot(plot);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    `<title>${escaped(text.title)}</title>`,
    `<rect width="100%" height="100%" fill="${theme.surface}"/>`,
    inner.replace("<svg ", `<svg x="${plotAt.x}" y="${plotAt.y}" `),
    ...items.map((item) => svgItem(item, theme.font)),
    "</svg>",
  ].join("\n");
}

type Draw = (size: Size) => ChartOption;

export async function svgFile(text: PictureText, draw: Draw, theme: ChartTheme): Promise<Blob> {
  const svg = await svgText(text, theme, (size) => svgOf(draw(size), size));
  return new Blob([svg], { type: "image/svg+xml;charset=utf-8" });
}

const fineness = 2;

function paintBox(context: CanvasRenderingContext2D, box: Extract<Item, { kind: "box" }>): void {
  const { x, y, stripes } = box;
  context.fillRect(x, y, 10, 10);
  if (!stripes) return;
  context.save();
  context.translate(x + 5, y + 5);
  context.rotate((stripes.angle * Math.PI) / 180);
  context.fillStyle = stripes.colour;
  for (const offset of stripeOffsets) context.fillRect(-7, offset - 0.5, 14, 1);
  context.restore();
}

function paintDash(
  context: CanvasRenderingContext2D,
  { x, y, colour, dash }: Extract<Item, { kind: "dash" }>,
): void {
  context.strokeStyle = colour;
  context.lineWidth = dashWidth;
  context.setLineDash([...dash]);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + dashLength, y);
  context.stroke();
}

function paint(context: CanvasRenderingContext2D, item: Item, font: string): void {
  if (item.kind === "line") {
    context.fillStyle = item.colour;
    context.fillRect(item.x1, item.y1, item.x2 - item.x1, 1);
    return;
  }
  if (item.kind === "dash") {
    paintDash(context, item);
    return;
  }
  context.fillStyle = item.colour;
  if (item.kind === "box") {
    paintBox(context, item);
    return;
  }
  context.font = `${item.weight} ${item.size}px ${font}`;
  context.textAlign = item.end ? "right" : "left";
  context.fillText(item.words, item.x, item.y);
}

export async function pngFile(text: PictureText, draw: Draw, theme: ChartTheme): Promise<Blob> {
  const { size, plot, plotAt, items } = layoutOf(text, theme);
  const canvas = document.createElement("canvas");
  canvas.width = size.width * fineness;
  canvas.height = size.height * fineness;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw pictures.");
  context.scale(fineness, fineness);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, size.width, size.height);
  const inner = await bitmapOf(draw(plot), plot, fineness);
  context.drawImage(inner, plotAt.x, plotAt.y, plot.width, plot.height);
  for (const item of items) paint(context, item, theme.font);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be written."))),
      "image/png",
    );
  });
}
