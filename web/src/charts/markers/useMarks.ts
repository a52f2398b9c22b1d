import { useMemo } from "react";
import type { Restatement, SeriesInterval } from "@/api/contract";
import type { Day } from "@/lib/dates/day";
import type { AggregateQuery } from "../queries/aggregateQuery";
import type { Mark } from "../types";
import { distributionMarks, useDistributions } from "./distributions";
import { eventMarks } from "./events";
import { correctionMarks } from "./restated";
import { type EventsOf, useEvents } from "./useEvents";

/** The range of a chart, and the events and restatements that can be marked in it. */
type Marked = {
  /** The first days of its intervals. */
  days: readonly Day[];
  interval: SeriesInterval;
  /** The first and the last day that it requested. */
  from?: Day | null | undefined;
  to?: Day | null | undefined;
  /** The restatements of its values. */
  restatements: readonly Restatement[];
  /** The records whose events are marked, if any. */
  events: EventsOf | null;
  /** The distributions that are marked, if any. */
  distributions?: AggregateQuery | undefined;
  /** False until its values are known, which never wait for marks. */
  isShown: boolean;
};

type Marks = {
  marks: readonly Mark[];
  /** How many events were not marked, because there are too many. */
  left: number;
};

/** The marks of a chart, of every kind. */
export function useMarks(of: Marked): Marks {
  const { days, interval, from, to, restatements, events, distributions, isShown } = of;
  const happened = useEvents(events, isShown);
  const paid = useDistributions(isShown ? distributions : undefined, { from, to });
  return useMemo(() => {
    const { marks, left } = eventMarks(happened, days, interval);
    const all = [
      ...correctionMarks(restatements, days, interval),
      ...marks,
      ...(paid ? distributionMarks(days, interval, paid) : []),
    ];
    return { marks: all, left };
  }, [happened, restatements, paid, days, interval]);
}
