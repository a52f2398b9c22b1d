import { useMemo } from "react";
import type { GetAggregateRequest, Restatement, SeriesInterval } from "@/api/contract";
import { useNetworkNames } from "../measures/useNetworkNames";
import type { TimeData } from "../types";
import { distributionMarks, useDistributions } from "./distributions";
import { eventMarks } from "./events";
import { restatementMarks } from "./restatements";
import { type EventSources, useEvents } from "./useEvents";

/** The events and restatements that can be marked on a chart. */
type MarkSources = {
  interval: SeriesInterval;
  /** The restatements of its values. */
  restatements: readonly Restatement[];
  /** The records whose events are marked, if any. */
  events: EventSources | null;
  /** The first and the last day that the chart requested. */
  span?: Pick<GetAggregateRequest, "from" | "to">;
  /** Keeps the room of marks above the plot, so that nothing moves when they come. */
  hasRoom: boolean;
  /** False until the values of the chart are known, which never wait for marks. */
  isShown: boolean;
};

/** Adds the marks of every kind to the data of a chart, and counts the events that it leaves out because there are too many. */
export function useMarks(data: TimeData, of: MarkSources): { data: TimeData; left: number } {
  const { interval, restatements, events, span = {}, hasRoom, isShown } = of;
  const happened = useEvents(events, isShown);
  const paid = useDistributions(isShown ? events?.distributions : undefined, span);
  const networks = useNetworkNames(restatements);
  return useMemo(() => {
    const { days } = data;
    const { marks: ofEvents, left } = eventMarks(happened, days, interval);
    const marks = [
      ...restatementMarks({ rows: restatements, networks }, days, interval),
      ...ofEvents,
      ...(paid ? distributionMarks(days, interval, paid) : []),
    ];
    // Without a mark the data stays the same object, which is drawn already.
    return { data: marks.length > 0 || hasRoom ? { ...data, marks } : data, left };
  }, [data, happened, restatements, networks, paid, interval, hasRoom]);
}
