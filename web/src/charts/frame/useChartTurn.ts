import { type RefObject, useRef, useState } from "react";
import { useTurn } from "@/lib/loading/renderQueue";
import type { CommonProps } from "../chartProps";

/** Whether a chart is drawn by now: it comes near the window, nothing else is to do, or it is opened over the whole page. */
export function useChartTurn(full: CommonProps["full"]): {
  place: RefObject<HTMLElement | null>;
  here: boolean;
} {
  const place = useRef<HTMLElement>(null);
  const come = useTurn(place);
  const [opened, setOpened] = useState(false);
  if (full?.value && !opened) setOpened(true);
  return { place, here: come || opened };
}
