import { fileName, saveFile } from "@/lib/browser/saveFile";
import { type Origin, resolveOrigin } from "@/lib/files/origin";
import { isRefused } from "@/lib/files/refusal";
import type { Size } from "../types";
import type { Downloads, FileKind } from "./downloads";

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
  const blob = kind === "csv" ? await table(chart) : await picture(chart, kind);
  if (blob) saveFile(blob, fileName(chart.name, kind));
}

async function table({ origin, csv }: Downloads): Promise<Blob | undefined> {
  const resolved = await resolveOrigin(origin);
  if (isRefused(resolved)) return undefined;
  return new Blob([await csv(resolved)], { type: "text/csv;charset=utf-8" });
}

async function picture(
  { theme, text, option, origin }: Downloads,
  kind: "png" | "svg",
): Promise<Blob | undefined> {
  if (!theme) return undefined;
  const { pngFile, svgFile } = await import("../painting/picture");
  const draw = (size: Size) => option(size, theme);
  const texts = { ...text(), origin: originText(await resolveOrigin(origin)) };
  return (kind === "png" ? pngFile : svgFile)(texts, draw, theme);
}
