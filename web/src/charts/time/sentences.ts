import { formatDay } from "@/lib/format/formatDate";
import type { CompositionView } from "../composition/compositionView";
import { sumReason, valueReason } from "../data/valueReason";
import { sayValue } from "../formatValues";
import { nameWithSample } from "../frame/ValueTable";
import { timeKind } from "../kinds";
import type { ChartUnit } from "../types";
import { scaleOfBand, type TimeView } from "./timeView";

const mostSpoken = 12;

/** "Fund 4.00 billion dollars (value of 20 Nov 2026)" */
function withReason(figure: string, reason: string | null | undefined): string {
  return reason ? `${figure} (${reason})` : figure;
}

export function timeName(title: string, view: TimeView): string {
  const ends = view.ages ? view.names : view.days.map(formatDay);
  const [first, last] = [ends[0], ends.at(-1)];
  const stretch = first && last ? `, ${first} to ${last}` : "";
  return `${title}. ${timeKind(view.kind).name} of ${view.visible.length} series${stretch}`;
}

/** The values of one day for screen readers, in the order of the legend, the total last. */
export function daySentence(
  view: TimeView,
  index: number,
  { unit, note = "" }: { unit: ChartUnit; note?: string },
): string {
  const day = view.days[index];
  if (day === undefined) return "";
  const gap = view.gaps.find(({ from, to }) => from <= index && index <= to);
  const { isStacked } = timeKind(view.kind);
  const bands = isStacked ? view.visible.toReversed() : view.visible;
  const figures = bands.slice(0, mostSpoken).map((band) => {
    const value = band.values[index] ?? null;
    const own = (band.second && view.second?.unit) || unit;
    const figure = `${band.name} ${sayValue(value, scaleOfBand(view, band), own)}`;
    const name = withReason(figure, value === null ? null : valueReason(band, day));
    return nameWithSample({ name, sample: band.sample });
  });
  if (bands.length > mostSpoken) figures.push(`${bands.length - mostSpoken} more in the table`);
  const total = view.total[index] ?? null;
  if (isStacked && bands.length > 1 && total !== null) {
    const sample = bands.some((band) => band.sample);
    const figure = `total ${sayValue(total, view.scale, unit)}`;
    const name = withReason(figure, sumReason(bands, index, day));
    figures.push(nameWithSample({ name, sample }));
  }
  if (note) figures.push(note);
  return `${view.names[index]}: ${gap ? `${gap.reason}; ` : ""}${figures.join(", ")}.`;
}

export function partsName(title: string, view: CompositionView): string {
  return `${title}. Treemap of ${view.visible.length} parts`;
}

export function partSentence(view: CompositionView, index: number, unit: ChartUnit): string {
  const slice = view.visible[index];
  if (!slice) return "";
  if (slice.value === null)
    return `${nameWithSample(slice)}: no value${slice.reason ? `, ${slice.reason}` : ""}.`;
  const share = view.total ? `, ${((slice.value / view.total) * 100).toFixed(1)} percent` : "";
  const figure = withReason(sayValue(slice.value, view.scale, unit), slice.reason);
  return `${nameWithSample(slice)}: ${figure}${share}.`;
}
