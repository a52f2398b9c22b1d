import type { RefObject } from "react";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import { fileName, saveFile } from "@/lib/browser/saveFile";
import type { Origin } from "@/lib/files/origin";
import type { ChartOption } from "../options/option";
import type { ChartTheme } from "../painting/chartTheme";
import type { PictureText } from "../painting/picture";
import type { Size } from "../types";

/** Everything a download needs. */
export type Downloads = {
  name: string;
  theme: ChartTheme | null;
  text: () => Omit<PictureText, "origin">;
  origin: Origin | (() => Promise<Origin>);
  option: (size: Size, theme: ChartTheme) => ChartOption;
  csv: (origin: Origin) => Promise<string>;
};

/** "Sources: US Treasury. Licence: CC0-1.0." */
function originText({ sources = [], licence, attribution = [], asOf }: Origin): string {
  const parts = [
    ...(sources.length > 0 ? [`Sources: ${sources.join(", ")}.`] : []),
    ...(licence ? [`Licence: ${licence}.`] : []),
    ...attribution,
    ...(asOf ? [`As of ${asOf}.`] : []),
  ];
  return parts.join(" ");
}

/** PNG, SVG and CSV as entries of the menu; what they save is read when one is chosen. */
export function downloadEntries(
  latest: RefObject<Downloads | null>,
  ready: boolean,
): readonly MenuEntry[] {
  const save = async (kind: "csv" | "png" | "svg") => {
    if (!latest.current) return;
    const { name, theme, text, option, origin, csv } = latest.current;
    const { allowedOrigin } = await import("@/lib/files/refusal");
    const allowed = await allowedOrigin(origin);
    if (!allowed) return;
    if (kind === "csv") {
      const blob = new Blob([await csv(allowed)], { type: "text/csv;charset=utf-8" });
      saveFile(blob, fileName(name, kind));
    } else if (theme) {
      const { pngFile, svgFile } = await import("../painting/picture");
      const draw = (size: Size) => option(size, theme);
      const texts = { ...text(), origin: originText(allowed) };
      const blob = await (kind === "png" ? pngFile : svgFile)(texts, draw, theme);
      saveFile(blob, fileName(name, kind));
    }
  };
  const disabled = !ready;
  return [
    { label: "Download PNG", icon: "image", disabled, onSelect: () => void save("png") },
    { label: "Download SVG", icon: "image", disabled, onSelect: () => void save("svg") },
    { label: "Download CSV", icon: "download", disabled, onSelect: () => void save("csv") },
  ];
}
