import { fileName, saveFile } from "@/lib/saveFile";
import type { MenuEntry } from "../ui/Menu";
import type { ChartTheme } from "./chartTheme";
import type { ChartOption } from "./options/option";
import type { PictureText } from "./picture";
import type { Size } from "./types";

/** Everything a download needs; asked for when one is wanted. */
export type Downloads = {
  name: string;
  theme: ChartTheme | null;
  text: () => PictureText;
  option: (size: Size, theme: ChartTheme) => ChartOption;
  csv: () => string;
};

/** PNG, SVG and CSV as entries of the menu. */
export function downloadEntries(downloads: Downloads, ready: boolean): readonly MenuEntry[] {
  const { name, theme, text, option, csv } = downloads;
  const picture = async (kind: "png" | "svg") => {
    if (!theme) return;
    const { pngFile, svgFile } = await import("./picture");
    const draw = (size: Size) => option(size, theme);
    const blob = await (kind === "png" ? pngFile : svgFile)(text(), draw, theme);
    saveFile(blob, fileName(name, kind));
  };
  const disabled = !ready;
  return [
    { label: "Download PNG", icon: "image", disabled, onSelect: () => void picture("png") },
    { label: "Download SVG", icon: "image", disabled, onSelect: () => void picture("svg") },
    {
      label: "Download CSV",
      icon: "download",
      disabled,
      onSelect: () =>
        saveFile(new Blob([csv()], { type: "text/csv;charset=utf-8" }), fileName(name, "csv")),
    },
  ];
}
