import sans from "@/styles/fonts/ibm-plex-sans-latin-wdth-normal.woff2";
import { drawBitmap, drawSvg } from "./engine";
import type { Answer, Order } from "./painter";

type Scope = {
  fonts: FontFaceSet;
  postMessage: (answer: Answer, transfer: Transferable[]) => void;
};

const scope = globalThis as unknown as Scope;

/** The page's letters are not the worker's: it fetches them again, from what the browser keeps. */
async function fetchLetters(): Promise<void> {
  const look = { weight: "100 700", stretch: "75% 100%" };
  const face = new FontFace("Plex Sans", `url(${sans}) format("woff2")`, look);
  scope.fonts.add(await face.load());
}

// A canvas does not change its letters when they come later; without them it has the system's.
const letters = fetchLetters().catch(() => {});

function picture(order: Order): ImageBitmap | string {
  const { option, size, fineness } = order;
  return fineness === null ? drawSvg(option, size) : drawBitmap(option, size, fineness);
}

function answer(order: Order): void {
  const { id } = order;
  try {
    const drawn = picture(order);
    scope.postMessage({ id, drawn }, typeof drawn === "string" ? [] : [drawn]);
  } catch (error) {
    scope.postMessage({ id, failure: String(error) }, []);
  }
}

addEventListener(
  "message",
  ({ data }: MessageEvent<Order>) => void letters.then(() => answer(data)),
);
