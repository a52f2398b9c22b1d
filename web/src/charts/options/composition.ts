import type { CompositionView } from "../composition/compositionView";
import type { ChartTheme } from "../painting/chartTheme";
import type { Size } from "../types";
import { mapOption } from "./map";
import type { ChartOption } from "./option";
import { pieOption } from "./pie";
import { treemapOption } from "./treemap";

export function compositionOption(
  view: CompositionView,
  size: Size,
  theme: ChartTheme,
  active: string | null,
): ChartOption {
  if (view.kind === "pie") return pieOption(view, size, theme, active);
  if (view.kind === "map") return mapOption(view, size, theme, active);
  return treemapOption(view, size, theme, active);
}
