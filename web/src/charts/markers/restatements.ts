import type { Restatement, SeriesInterval } from "@/api/contract";
import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { formatDay, formatDays } from "@/lib/format";
import { networkNameOf } from "../comparedSeries";
import { endOf } from "../measures/intervals";
import type { Names } from "../measures/names";
import { changeText, shortTexts } from "../measures/units";
import type { Disc, Mark } from "../types";
import { mostMarks } from "./events";

/** The values of one series that one load restated. */
export type RestatementGroup = {
  id: number;
  name: string;
  /** The name of the network whose part was restated. */
  network: string | null;
  from: string;
  to: string;
  knownAt: string;
  newest: Restatement;
  count: number;
};

const unnamed: Names = new Map();

/** Restated days grouped by series and load, the latest load first. */
export function restatementGroups(
  rows: readonly Restatement[],
  networks: Names = unnamed,
): readonly RestatementGroup[] {
  const byLoad = new Map<string, Restatement[]>();
  for (const row of rows) {
    const key = `${row.series_id} ${row.load_id}`;
    const known = byLoad.get(key);
    if (known) known.push(row);
    else byLoad.set(key, [row]);
  }
  return [...byLoad.values()]
    .flatMap((restated): RestatementGroup[] => {
      const sorted = restated.toSorted((one, other) => (one.date < other.date ? -1 : 1));
      const [first] = sorted;
      const newest = sorted.at(-1);
      if (!first || !newest) return [];
      // A fund and its parts are restated together, and must not read alike.
      const network = networkNameOf(newest, networks);
      const { subject_name: name } = newest;
      return [
        {
          id: newest.id,
          name: network ? `${name} on ${network}` : name,
          network,
          from: first.date,
          to: newest.date,
          knownAt: newest.known_at,
          newest,
          count: sorted.length,
        },
      ];
    })
    .toSorted((one, other) => (one.knownAt < other.knownAt ? 1 : -1));
}

/** The explanation of the newest restated value. */
export function explainedRestatement({ newest, to }: RestatementGroup): NumberKey {
  const { subject_kind, subject_slug, measure_slug, network_slug, source } = newest;
  const key = { subject_kind, subject_slug, measure: measure_slug, source };
  const network = network_slug ? { network_slug } : {};
  return { kind: "series", key: { ...key, ...network }, date: to };
}

/** A restated value now and before, in texts that differ where the values do; a missing one says why. */
export function amountTexts({ newest }: RestatementGroup): { now: string; before: string } {
  const { value, earlier_value, unit, measure_slug, reason, earlier_reason } = newest;
  const [now, before] = shortTexts(value, earlier_value, { unit, measure: measure_slug });
  return {
    now: value === null ? (reason ? "withheld" : "withdrawn") : now,
    before: earlier_value === null ? (earlier_reason ? "withheld" : "not available") : before,
  };
}

/** "$2.15M (was $2.16M, −0.40%)" */
function amountText(group: RestatementGroup): string {
  const { value, earlier_value, unit } = group.newest;
  const { now, before } = amountTexts(group);
  if (value === null || earlier_value === null) return `${now} (was ${before})`;
  return `${now} (was ${before}, ${changeText(value, earlier_value, unit)})`;
}

export function restatementText(group: RestatementGroup): string {
  const { from, to, count } = group;
  const days = count === 1 ? formatDay(from) : `${formatDays(from, to)} (${count} days)`;
  return `${days}: ${amountText(group)}`;
}

/** The marks of restatements on a chart of the intervals that begin on these days. */
export function restatementMarks(
  { rows, networks }: { rows: readonly Restatement[]; networks: Names },
  days: readonly string[],
  interval: SeriesInterval,
): ReadonlyArray<Mark & Disc> {
  const [first] = days;
  const begun = days.at(-1);
  if (first === undefined || begun === undefined) return [];
  const last = endOf(interval, begun);
  return restatementGroups(rows, networks)
    .filter(({ from, to }) => to >= first && from <= last)
    .slice(0, mostMarks)
    .map((group) => ({
      day: days.findLast((day) => day <= group.from) ?? first,
      shape: "disc",
      words: "Restated",
      sentence: `${group.name} restated on ${formatDay(group.knownAt)}. ${restatementText(group)}.`,
      figure: {
        text: amountText(group),
        onPress: () => explain(explainedRestatement(group)),
      },
    }));
}
