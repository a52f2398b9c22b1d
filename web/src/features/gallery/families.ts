import dynamic from "next/dynamic";
import { type ComponentType, createElement } from "react";

export type Family = { key: string; label: string; about: string; Gallery: ComponentType };

function family(
  key: string,
  label: string,
  about: string,
  load: () => Promise<ComponentType>,
): Family {
  // Content below stays out of the window until the family is there.
  const loading = () => createElement("div", { className: "h-dvh" });
  return { key, label, about, Gallery: dynamic(load, { ssr: false, loading }) };
}

/** The families of components, each with a page of its own that shows all of it in every state. */
export const families: readonly Family[] = [
  family(
    "foundations",
    "Foundations",
    "Colours, type, spacing, shape, motion and icons.",
    async () => {
      return (await import("./FoundationsGallery")).FoundationsGallery;
    },
  ),
  family("figures", "Figures", "Numbers, dates, addresses, networks and entities.", async () => {
    return (await import("./FiguresGallery")).FiguresGallery;
  }),
  family("controls", "Controls", "Buttons, tabs, menus, dialogs, progress.", async () => {
    return (await import("./ControlsGallery")).ControlsGallery;
  }),
  family("fields", "Fields", "Text, numbers, choices and validation messages.", async () => {
    return (await import("./FieldsGallery")).FieldsGallery;
  }),
  family(
    "states",
    "States",
    "Page headers, empty states, errors, loading states, disabled features and notices.",
    async () => {
      return (await import("./StatesGallery")).StatesGallery;
    },
  ),
  family("key-figures", "Key figures", "Tiles with change, trend, age and source.", async () => {
    return (await import("./KpiGallery")).KpiGallery;
  }),
  family("tables", "Tables", "Grids, filters, league tables, small screens.", async () => {
    return (await import("./TablesGallery")).TablesGallery;
  }),
  family("charts", "Charts", "Lines, areas, bars, shares, treemaps, maps.", async () => {
    return (await import("./ChartsGallery")).ChartsGallery;
  }),
];
