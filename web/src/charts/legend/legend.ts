import { sumOfKnown } from "@/lib/exactSum";
import { dash } from "@/lib/format/formatNumber";
import { qualifierLabel } from "@/lib/format/qualifiers";
import type { CompositionView } from "../composition/compositionView";
import { magnitudeSteps } from "../composition/magnitudes";
import { partsQualifier, repeatedDay, sumReason, valueReason } from "../data/valueReason";
import { dayNumber, dayOfNumber, indexAtOrBefore } from "../dates";
import { formatCell, formatSigned, formatValue, type Scale, shareText } from "../formatValues";
import { timeKind } from "../kinds";
import { dayNote } from "../markers/dayTexts";
import type { EntityColour } from "../painting/entityColour";
import type { Band } from "../time/bands";
import { isFlow, type TimeView } from "../time/timeView";
import type { ChartUnit, TimeData, Value } from "../types";
import type { Hidden } from "./visibility";

/** A figure of a row: its value, its share of what is shown, or how it changed. */
export type LegendColumn = "value" | "share" | "change";

export type Change = { text: string; sign: -1 | 0 | 1 };

/** The swatch of a row: a colour of its own, a direction, or a magnitude, whose step is of the other scale. */
export type Look = Band["role"] | "flow" | "magnitude";

export type LegendRow = EntityColour & {
  id: string;
  name: string;
  look: Look;
  hidden: boolean;
  value: string;
  share: string | null;
  change: Change | null;
  /** Whether its figures include sample data. */
  sample?: boolean | undefined;
  /** How many of its members are sample data, where others are real. */
  sampleNote?: string | undefined;
  /** Whether it stands on the second axis, whose unit its figures have. */
  second?: boolean | undefined;
  /** Why there is no value, or of which day it is. */
  reason?: string;
};

type LegendTotal = {
  value: string;
  share: string | null;
  change: Change | null;
  sample?: boolean;
  /** The day of the value, or what it lacks. */
  reason?: string;
};

export type Legend = {
  /** The day of the figures, in words. */
  head: string;
  unitHead: string;
  changeHead: string | null;
  rows: readonly LegendRow[];
  total: LegendTotal | null;
  /** A note on all figures of the day. */
  note?: string | undefined;
};

/** A figure with its unit, where that is not the one of its column. */
function figureOf(value: Value, scale: Scale): string {
  return value === null ? dash : formatValue(value, scale);
}

/** The change of a value in percent, of a share or yield in points. */
function changeOf(now: Value, before: Value, unit: ChartUnit): Change {
  if (now === null || before === null) return { text: "—", sign: 0 };
  const points = unit.kind === "percent";
  if (!points && before === 0) return { text: "—", sign: 0 };
  const change = points ? (now - before) * 100 : (now / before - 1) * 100;
  const text = points ? formatSigned(change, 2) : formatSigned(change, 1, "%");
  return { text, sign: /^[+]/.test(text) ? 1 : /^−/.test(text) ? -1 : 0 };
}

/** The last index of the view at which anything is known. */
export function lastKnown(view: TimeView): number {
  for (let index = view.days.length - 1; index >= 0; index -= 1)
    if (view.visible.some(({ values }) => (values[index] ?? null) !== null)) return index;
  return view.days.length - 1;
}

type Request = {
  view: TimeView;
  data: Pick<TimeData, "days" | "dayNotes" | "marks">;
  unit: ChartUnit;
  hidden: Hidden;
  /** Within the view. */
  index: number;
  changeDays: number | null;
};

function sumAt(bands: readonly Band[], index: number): Value {
  return sumOfKnown(bands.map(({ values }) => values[index]));
}

/** The origin of a value that was not measured on its day, and the note on all values of the day. */
function reasonOf(origin: string | null, note: string | undefined): string {
  return [origin, note].filter(Boolean).join(", ");
}

/** The legend is the tooltip: the figures of one day in the order of the stack, read downwards. */
export function timeLegend(request: Request): Omit<Legend, "head"> {
  const { view, unit, hidden, index, changeDays } = request;
  const { days } = request.data;
  const { isStacked } = timeKind(view.kind);
  const at = view.start + index;
  const day = days[at] ?? "";
  const note = dayNote(request.data, day);
  const pastOf = (place: number) => {
    const last = days[place];
    return changeDays === null || last === undefined
      ? -1
      : indexAtOrBefore(days, dayOfNumber(dayNumber(last) - changeDays));
  };
  const past = pastOf(at);
  // A value repeated after its newest day keeps the change of that day.
  const change = (place: number, { values, second }: Band) =>
    changeDays === null
      ? null
      : changeOf(
          values[place] ?? null,
          values[pastOf(place)] ?? null,
          (second && view.second?.unit) || unit,
        );
  const whole = view.total[index] ?? null;
  const flow = isFlow(view);
  const rows = view.whole.map((band): LegendRow => {
    const value = band.values[at] ?? null;
    const isHidden = hidden.has(band.id);
    const repeated = value === null ? null : repeatedDay(band, day);
    const reason = value === null ? "" : reasonOf(valueReason(band, day), note);
    return {
      id: band.id,
      name: band.name,
      step: band.step,
      pattern: band.pattern,
      look: flow ? "flow" : band.role,
      hidden: isHidden,
      value:
        band.second && view.second
          ? figureOf(value, view.second.scale)
          : formatCell(value, view.scale),
      share: isStacked ? (isHidden ? "" : shareText(value, whole)) : null,
      change: change(repeated === null ? at : indexAtOrBefore(days, repeated), band),
      sample: band.sample,
      sampleNote: band.sampleNote,
      second: band.second,
      ...(reason === "" ? {} : { reason }),
    };
  });
  const visible = view.whole.filter(({ id }) => !hidden.has(id));
  const changeUnit = unit.kind === "percent" ? ", pp" : "";
  const wholeReason = whole === null ? "" : reasonOf(sumReason(visible, at, day), note);
  return {
    note,
    unitHead: view.scale.head,
    changeHead: changeDays === null ? null : `${changeDays}d${changeUnit}`,
    rows: isStacked ? rows.toReversed() : rows,
    total:
      isStacked && visible.length > 1
        ? {
            value: formatCell(whole, view.scale),
            share: whole === null ? "—" : "100%",
            change:
              changeDays === null
                ? null
                : changeOf(whole, past < 0 ? null : sumAt(visible, past), unit),
            ...(visible.some(({ sample }) => sample) && { sample: true }),
            ...(wholeReason !== "" && { reason: wholeReason }),
          }
        : null,
  };
}

export function compositionLegend(view: CompositionView, hidden: Hidden): Omit<Legend, "head"> {
  const stepOf = magnitudeSteps(view);
  const wholeReason = qualifierLabel(partsQualifier(view.visible));
  return {
    unitHead: view.scale.head,
    changeHead: null,
    rows: view.slices.map((slice) => {
      const isHidden = hidden.has(slice.id);
      return {
        id: slice.id,
        name: slice.name,
        step: stepOf(slice.value),
        pattern: 0,
        look: "magnitude",
        hidden: isHidden,
        value: formatCell(slice.value, view.scale),
        share: isHidden ? "" : shareText(slice.value, view.total),
        change: null,
        ...(slice.sample && { sample: true }),
        ...(slice.reason === undefined ? {} : { reason: slice.reason }),
      };
    }),
    total:
      view.visible.length > 1
        ? {
            value: formatCell(view.total, view.scale),
            share: "100%",
            change: null,
            ...(view.visible.some(({ sample }) => sample) && { sample: true }),
            ...(wholeReason !== null && { reason: wholeReason }),
          }
        : null,
  };
}
