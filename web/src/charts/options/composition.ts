import type { CompositionView } from "../composition/compositionView";
import type { CompositionKind } from "../kinds";
import type { ChartTheme } from "../painting/chartTheme";
import type { Size } from "../types";
import { mapOption, mapPlaces } from "./map";
import type { ChartOption } from "./option";
import { pieOption, piePlaces } from "./pie";
import type { PartPlace } from "./places";
import { treemapOption, treemapPlaces } from "./treemap";

type Picture = {
  option: (
    view: CompositionView,
    size: Size,
    theme: ChartTheme,
    active: string | null,
  ) => ChartOption;
  /** Where its parts are. */
  places: (view: CompositionView, size: Size) => readonly PartPlace[];
};

const pictures: Record<CompositionKind, Picture> = {
  treemap: { option: treemapOption, places: treemapPlaces },
  pie: { option: pieOption, places: piePlaces },
  map: { option: mapOption, places: mapPlaces },
};

export const compositionOption: Picture["option"] = (view, ...rest) =>
  pictures[view.kind].option(view, ...rest);

/** The part under the pointer. */
export function partAt(view: CompositionView, size: Size, x: number, y: number): string | null {
  return pictures[view.kind].places(view, size).find((place) => place.holds(x, y))?.id ?? null;
}

export function placeOf(view: CompositionView, size: Size, id: string): PartPlace | null {
  return pictures[view.kind].places(view, size).find((place) => place.id === id) ?? null;
}
