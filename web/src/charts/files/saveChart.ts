import { fileName, saveFile } from "@/lib/browser/saveFile";
import { allowedOrigin } from "@/lib/files/allowedOrigin";
import type { Origin } from "@/lib/files/origin";
import type { ChartOption } from "../options/option";
import type { PictureText } from "../painting/picture";
import type { ChartTheme } from "../painting/readChartTheme";
import type { Size } from "../types";

export type FileKind = "png" | "svg" | "csv";

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

/** Saves a chart as a file, unless a licence does not allow its figures in one. */
export async function saveChart(chart: Downloads, kind: FileKind): Promise<void> {
  const allowed = await allowedOrigin(chart.origin);
  if (!allowed) return;
  const blob = kind === "csv" ? await table(chart, allowed) : await picture(chart, allowed, kind);
  if (blob) saveFile(blob, fileName(chart.name, kind));
}

async function table({ csv }: Downloads, origin: Origin): Promise<Blob> {
  return new Blob([await csv(origin)], { type: "text/csv;charset=utf-8" });
}

async function picture(
  { theme, text, option }: Downloads,
  origin: Origin,
  kind: "png" | "svg",
): Promise<Blob | undefined> {
  if (!theme) return undefined;
  const { pngFile, svgFile } = await import("../painting/picture");
  const draw = (size: Size) => option(size, theme);
  return (kind === "png" ? pngFile : svgFile)(
    { ...text(), origin: originText(origin) },
    draw,
    theme,
  );
}
