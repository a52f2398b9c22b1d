import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import { usePressed } from "@/lib/browser/usePressed";
import { useSize } from "@/lib/browser/useSize";
import type { CommonProps, TimeControls } from "../chartProps";
import { completeDays, indexAtOrBefore } from "../dates";
import type { TimeKind } from "../kinds";
import { type LegendColumn, lastKnown, timeLegend } from "../legend/legend";
import {
  type Hidden,
  isAlone,
  isolate,
  readHidden,
  toggle,
  writeHidden,
} from "../legend/visibility";
import { timeOption, timePlot } from "../options/time";
import { useChartTheme } from "../painting/readChartTheme";
import { rangeStart } from "../range";
import type { Size, TimeData } from "../types";
import { bandIds } from "./bands";
import { type PointedDay, usePointedDay } from "./pointedDay";
import { useSessionOrder } from "./sessionOrder";
import { logRefusal, type Span, spanOfDays, timeView } from "./timeView";
import { useTimeCursor } from "./useTimeCursor";

export type TimeChartProps = CommonProps &
  TimeControls & {
    kind: TimeKind;
    data: TimeData;
    /** The number of days over which the legend shows the change; null leaves it out. */
    changeDays?: number | null;
    /** The day under the crosshair, where something beside the chart follows it. */
    pointed?: PointedDay;
    /** A press on a day of the plot. */
    onChoose?: (day: string) => void;
    /** The function that explains a figure of a series on a day, or of all together; null without an explanation. */
    explainerOf?: (id: string | null, day: string, column: LegendColumn) => (() => void) | null;
  };

export type Zoom = { from: string; to: string } | null;

/** The props of a chart whose zoom the card holds. */
export type ZoomableChartProps = TimeChartProps & { zoom: NonNullable<TimeControls["zoom"]> };

/** The days shown: those of the zoom, else of the range, else all. */
function shownSpan(days: readonly string[], props: TimeChartProps, zoom: Zoom): Span | null {
  if (days.length === 0) return null;
  if (zoom) {
    const span = spanOfDays(days, zoom.from, zoom.to);
    if (span) return span;
  }
  const last = days.at(-1) ?? "";
  const start = props.range?.value ? rangeStart(props.range.value, last) : null;
  return start === null ? null : spanOfDays(days, start, last);
}

function placeOf(days: readonly string[], day: string): number | null {
  const index = indexAtOrBefore(days, day);
  return days[index] === day ? index : null;
}

export function useTimeChart(props: ZoomableChartProps, host: RefObject<HTMLElement | null>) {
  const { kind, unit, unitLine, scale, changeDays = 30 } = props;
  const data = useMemo(() => completeDays(props.data), [props.data]);
  const order = useSessionOrder(props.id, data);
  const theme = useChartTheme();
  const size = useSize(host);
  const [ownShown, setOwnShown] = useState("");
  const [shown, setShown] = usePressed(
    props.shown ? props.shown.value : ownShown,
    props.shown ? props.shown.onChange : setOwnShown,
  );
  const ids = useMemo(() => bandIds(data, kind, order), [data, kind, order]);
  const hidden = useMemo(() => readHidden(shown, ids), [shown, ids]);
  const { value: zoom, onChange: setZoom } = props.zoom;

  const span = shownSpan(data.days, props, zoom);
  const from = span?.from ?? 0;
  const to = span?.to ?? data.days.length - 1;
  const log = scale?.value === "log";
  const plotted = useMemo(
    () => ({ data, kind, unit, unitLine, hidden, span: { from, to }, log, order }),
    [data, kind, unit, unitLine, hidden, from, to, log, order],
  );
  // A press shows first what it did to the controls; what it means for the values is worked out after that.
  const before = useDeferredValue(plotted);
  // Values of the unit before would stand under the one of now: they change together.
  const settled = before.unitLine === unitLine && before.data.days.length > 0 ? before : plotted;
  const view = useMemo(() => timeView(settled), [settled]);
  const plot = useMemo(
    () => (size ? timePlot(view, settled.data, size) : null),
    [view, settled, size],
  );
  const option = useMemo(
    () =>
      plot && theme && view.days.length > 0 ? timeOption(view, settled.data, plot, theme) : null,
    [view, settled, plot, theme],
  );
  const pointedDay = usePointedDay(props.pointed);
  const tracking = useTimeCursor({
    plot,
    days: view.days,
    pointed: pointedDay === null ? null : placeOf(view.days, pointedDay),
    onPoint: (index) => props.pointed?.set(index === null ? null : (view.days[index] ?? null)),
    onChoose: props.onChoose && ((index) => props.onChoose?.(view.days[index] ?? "")),
    onZoom: ({ from: first, to: last }) =>
      setZoom({ from: view.days[first] ?? "", to: view.days[last] ?? "" }),
    onReset: () => {
      if (zoom) setZoom(null);
      return zoom !== null;
    },
  });
  // The crosshair follows at once, the figures of its day as soon as there is time.
  const index = useDeferredValue(tracking.cursor?.index ?? lastKnown(view));
  const legend = useMemo(() => {
    return {
      head: view.names[index] ?? "",
      ...timeLegend({ view, data: settled.data, unit, hidden, index, changeDays }),
    };
  }, [view, settled, unit, hidden, index, changeDays]);
  const visibility = useMemo(() => {
    const show = (next: Hidden) => setShown(writeHidden(ids, next));
    return {
      onIsolate: (id: string) => show(isolate(ids, hidden, id)),
      onToggle: (id: string) => show(toggle(hidden, id)),
      isAlone: (id: string) => isAlone(ids, hidden, id),
      showAll: () => show(new Set()),
    };
  }, [ids, hidden, setShown]);

  return {
    data: settled.data,
    view,
    plot,
    option,
    theme,
    size,
    legend,
    /** The day whose values the legend shows. */
    legendDay: view.days[index],
    tracking,
    span: settled.span,
    refusal: logRefusal(kind, view.low),
    visibility,
    optionAt: (at: Size, look: NonNullable<typeof theme>) =>
      timeOption(view, settled.data, timePlot(view, settled.data, at), look),
  };
}
