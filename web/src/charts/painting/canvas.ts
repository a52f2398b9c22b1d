import type { ChartOption } from "../options/option";
import type { Size } from "../types";
import { bitmapOf } from "./painter";

/** A new stretch means that another range is shown: the picture fades in. */
type DrawRequest = { option: ChartOption; size: Size; stretch: string };

export type Canvas = {
  /** Whether nothing was drawn yet. */
  readonly isBlank: boolean;
  draw: (request: DrawRequest) => void;
  leave: () => void;
};

const fadeMs = 140;

function fade(canvas: HTMLCanvasElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  canvas.animate?.([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: "ease-out" });
}

/** Draws one request after another and skips those that a newer one has replaced. */
export function openCanvas(element: HTMLCanvasElement, onFailure: () => void): Canvas {
  const context = element.getContext("bitmaprenderer");
  let next: DrawRequest | null = null;
  let busy = false;
  let left = false;
  let shown: string | null = null;

  function show({ size, stretch }: DrawRequest, picture: ImageBitmap): void {
    element.width = picture.width;
    element.height = picture.height;
    element.style.width = `${size.width}px`;
    element.style.height = `${size.height}px`;
    context?.transferFromImageBitmap(picture);
    if (shown !== null && shown !== stretch) fade(element);
    shown = stretch;
  }

  async function work(): Promise<void> {
    while (next && !left) {
      const request = next;
      next = null;
      const picture = await bitmapOf(
        request.option,
        request.size,
        Math.max(1, window.devicePixelRatio),
      );
      if (left) picture.close();
      else show(request, picture);
    }
  }

  return {
    get isBlank() {
      return shown === null;
    },
    draw(request) {
      next = request;
      if (busy) return;
      busy = true;
      work()
        .catch(() => {
          if (!left) onFailure();
        })
        .finally(() => {
          busy = false;
        });
    },
    leave() {
      left = true;
    },
  };
}
