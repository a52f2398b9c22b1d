import type {
  Asset,
  ComplianceEvent,
  JurisdictionEvent,
  Loan,
  LoanStatusChange,
  Platform,
  Pool,
  SeriesInterval,
} from "@/api/contract";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import type { Day } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { endOf } from "../measures/intervals";
import type { Disc, Mark } from "../types";

/** The most events, intervals with several of them, or restatements that a chart marks; lists have all. */
export const mostMarks = 6;

/** An event on a day that a source names. */
export type ChartEvent = {
  on: Day;
  /** Two words beside the disc. */
  words: string;
  sentence: string;
};

/** A record of the catalog; each kind has some of these days. */
export type DatedRecord = { name: string } & Partial<
  Pick<
    Asset,
    "country_code" | "inception_on" | "inception_precision" | "first_tracked_on" | "ended_on"
  > &
    Pick<Platform, "started_on"> &
    Pick<Pool, "launched_on"> &
    Pick<Loan, "originated_on" | "starts_on" | "ends_on">
>;

const dates = [
  { field: "inception_on", words: "Asset inception", what: "started" },
  { field: "launched_on", words: "Pool launch", what: "was launched" },
  { field: "first_tracked_on", words: "First tracked", what: "was first listed by a tracker" },
  { field: "started_on", words: "Data start", what: "has its first data" },
  { field: "ended_on", words: "Asset ended", what: "ended" },
  { field: "originated_on", words: "Loan originated", what: "was originated" },
  { field: "starts_on", words: "Loan start", what: "started" },
  { field: "ends_on", words: "Loan maturity", what: "matured" },
] as const satisfies ReadonlyArray<{ field: keyof DatedRecord; words: string; what: string }>;

/** Whether its day is one: of some only the month is known, or when it was announced. */
function isExact(record: DatedRecord, field: keyof DatedRecord): boolean {
  return field !== "inception_on" || record.inception_precision === "day";
}

/** The dated events of a record itself. */
export function recordEvents(record: DatedRecord): readonly ChartEvent[] {
  return dates.flatMap(({ field, words, what }): ChartEvent[] => {
    const on = record[field];
    if (!on || !isExact(record, field)) return [];
    return [{ on, words, sentence: `${record.name} ${what} on ${formatDay(on)}.` }];
  });
}

/** The steps that loans were seen to make. */
export function loanEvents(changes: readonly LoanStatusChange[]): readonly ChartEvent[] {
  return changes.map(({ loan_name: name, from_status: from, status, changed_at }) => {
    const on = changed_at.slice(0, 10);
    const step =
      from === null ? `was first recorded as ${status}` : `changed from ${from} to ${status}`;
    return { on, words: `Loan ${status}`, sentence: `${name} ${step} on ${formatDay(on)}.` };
  });
}

/** Changes of law with a known day, not only a deadline. What no file may hold is in lists alone: a chart is saved with its marks. */
export function lawEvents(changes: readonly JurisdictionEvent[]): readonly ChartEvent[] {
  return changes.flatMap(
    ({ name, jurisdiction_name: place, effective_on: on, precision, status, ...origin }) => {
      if (on === null || precision !== "day" || !origin.is_redistributable) return [];
      const { source, licence } = origin;
      const state = choiceLabel(status).toLowerCase();
      const sentence = `Law of ${place}, ${state}, ${formatDay(on)}: ${name}. Source: ${source}, ${licence}.`;
      return [{ on, words: "Law change", sentence }];
    },
  );
}

/** Freezes, pauses and other uses of power over tokens, as far as files may hold them. */
export function complianceEvents(events: readonly ComplianceEvent[]): readonly ChartEvent[] {
  return events.flatMap(({ name, event_type, network_name: network, occurred_at, ...origin }) => {
    if (!origin.is_redistributable) return [];
    const { source, licence } = origin;
    const on = occurred_at.slice(0, 10);
    const place = network === null ? "" : ` on ${network}`;
    const sentence = `${name}${place}, ${formatDay(on)}. Source: ${source}, ${licence}.`;
    return [{ on, words: choiceLabel(event_type), sentence }];
  });
}

/** The events of one interval, as one mark. */
function markOf(day: Day, events: readonly ChartEvent[]): Mark & Disc {
  const words = new Set(events.map((event) => event.words));
  const [only = ""] = words;
  return {
    day,
    shape: "disc",
    words: words.size === 1 ? only : `${events.length} events`,
    sentence: [...new Set(events.map(({ sentence }) => sentence))].join(" "),
  };
}

type EventMarks = {
  marks: ReadonlyArray<Mark & Disc>;
  /** How many were not marked, because there are too many. */
  left: number;
};

/** The newest events on a chart of the intervals that begin on these days. */
export function eventMarks(
  events: readonly ChartEvent[],
  days: readonly Day[],
  interval: SeriesInterval,
): EventMarks {
  const [first] = days;
  const begun = days.at(-1);
  if (first === undefined || begun === undefined) return { marks: [], left: 0 };
  const last = endOf(interval, begun);
  const byDay = new Map<Day, ChartEvent[]>();
  const shown = events.filter(({ on }) => first <= on && on <= last);
  for (const event of shown.toSorted((one, other) => one.on.localeCompare(other.on))) {
    const day = days.findLast((start) => start <= event.on) ?? first;
    const others = byDay.get(day);
    if (others) others.push(event);
    else byDay.set(day, [event]);
  }
  const marked = [...byDay].slice(-mostMarks);
  return {
    marks: marked.map(([day, of]) => markOf(day, of)),
    left: shown.length - marked.reduce((sum, [, of]) => sum + of.length, 0),
  };
}

/** That there are more events than a chart marks, in one sentence. */
export function leftOutNotes(left: number): readonly string[] {
  if (left === 0) return [];
  return [`${left} earlier ${left === 1 ? "event is" : "events are"} not marked.`];
}

/** The entry of a chart's menu that marks events, or leaves them out. */
export function eventEntries(
  shown: boolean,
  onChange: (shown: boolean) => void,
): readonly MenuEntry[] {
  return [
    {
      label: "Mark events",
      icon: "calendar",
      checked: shown,
      onSelect: () => onChange(!shown),
    },
  ];
}
