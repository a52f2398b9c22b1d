import type { ChartOption } from "../options/option";
import type { Size } from "../types";

/** A picture as dots, with `fineness` of them to a pixel of the page, or with null as the text of an SVG element. */
export type Order = { id: number; option: ChartOption; size: Size; fineness: number | null };

type ChartMeasure = ImageBitmap | string;

export type Answer = { id: number; drawn: ChartMeasure } | { id: number; failure: string };

type Waiting = { done: (drawn: ChartMeasure) => void; fail: (reason: Error) => void };

const waiting = new Map<number, Waiting>();
let orders = 0;
let painter: Worker | null = null;

function take({ data }: MessageEvent<Answer>): void {
  const pending = waiting.get(data.id);
  waiting.delete(data.id);
  if ("drawn" in data) pending?.done(data.drawn);
  else pending?.fail(new Error(data.failure));
}

/** Its code could not be fetched, or has failed: who asks again gets another one. */
function end(): void {
  painter?.terminate();
  painter = null;
  for (const { fail } of waiting.values()) fail(new Error("The painter has ended."));
  waiting.clear();
}

/** The worker that draws the charts of all pages beside the page's own thread: its code is fetched for the first chart. */
function callPainter(): Worker {
  if (painter) return painter;
  painter = new Worker(new URL("./painter.worker.ts", import.meta.url));
  painter.addEventListener("message", take);
  painter.addEventListener("error", end);
  return painter;
}

function order(option: ChartOption, size: Size, fineness: number | null): Promise<ChartMeasure> {
  const called = callPainter();
  orders += 1;
  const id = orders;
  return new Promise((done, fail) => {
    called.postMessage({ id, option, size, fineness } satisfies Order);
    waiting.set(id, { done, fail });
  });
}

export async function bitmapOf(
  option: ChartOption,
  size: Size,
  fineness: number,
): Promise<ImageBitmap> {
  return (await order(option, size, fineness)) as ImageBitmap;
}

export async function svgOf(option: ChartOption, size: Size): Promise<string> {
  return (await order(option, size, null)) as string;
}
