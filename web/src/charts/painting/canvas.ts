import type { ChartOption } from "../options/option";
import type { Size } from "../types";
import { bitmapOf } from "./painter";

/** A new stretch means that another range is shown: the picture fades in. */
type Wanted = { option: ChartOption; size: Size; stretch: string };

export type Canvas = {
  /** Whether nothing was drawn yet. */
  readonly isBlank: boolean;
  draw: (wanted: Wanted) => void;
  leave: () => void;
};

const fadeMs = 140;

function fade(canvas: HTMLCanvasElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  canvas.animate?.([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: "ease-out" });
}

/** Shows what is wanted last, one picture after another; what was overtaken meanwhile is not drawn. */
export function openCanvas(element: HTMLCanvasElement, onFailure: () => void): Canvas {
  const context = element.getContext("bitmaprenderer");
  let next: Wanted | null = null;
  let busy = false;
  let left = false;
  let shown: string | null = null;

  function show({ size, stretch }: Wanted, picture: ImageBitmap): void {
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
      const wanted = next;
      next = null;
      const picture = await bitmapOf(
        wanted.option,
        wanted.size,
        Math.max(1, window.devicePixelRatio),
      );
      if (left) picture.close();
      else show(wanted, picture);
    }
  }

  return {
    get isBlank() {
      return shown === null;
    },
    draw(wanted) {
      next = wanted;
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
