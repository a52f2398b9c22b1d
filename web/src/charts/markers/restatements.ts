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
export type Correction = {
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

/** Corrected days that came together, the latest knowledge first. */
export function corrections(
  rows: readonly Restatement[],
  networks: Names = unnamed,
): readonly Correction[] {
  const byLoad = new Map<string, Restatement[]>();
  for (const row of rows) {
    const key = `${row.series_id} ${row.load_id}`;
    const known = byLoad.get(key);
    if (known) known.push(row);
    else byLoad.set(key, [row]);
  }
  return [...byLoad.values()]
    .flatMap((restated): Correction[] => {
      const sorted = restated.toSorted((one, other) => (one.date < other.date ? -1 : 1));
      const [first] = sorted;
      const newest = sorted.at(-1);
      if (!first || !newest) return [];
      // A fund and its parts are corrected together, and must not read alike.
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
export function explainedCorrection({ newest, to }: Correction): NumberKey {
  const { subject_kind, subject_slug, measure_slug, network_slug, source } = newest;
  const key = { subject_kind, subject_slug, measure: measure_slug, source };
  const network = network_slug ? { network_slug } : {};
  return { kind: "series", key: { ...key, ...network }, date: to };
}

/** A restated value now and before, in texts that differ where the values do; a missing one says why. */
export function amountTexts({ newest }: Correction): { now: string; before: string } {
  const { value, earlier_value, unit, measure_slug, reason, earlier_reason } = newest;
  const [now, before] = shortTexts(value, earlier_value, { unit, measure: measure_slug });
  return {
    now: value === null ? (reason ? "withheld" : "withdrawn") : now,
    before: earlier_value === null ? (earlier_reason ? "withheld" : "not available") : before,
  };
}

/** "$2.15M (was $2.16M, −0.40%)" */
function amountText(correction: Correction): string {
  const { value, earlier_value, unit } = correction.newest;
  const { now, before } = amountTexts(correction);
  if (value === null || earlier_value === null) return `${now} (was ${before})`;
  return `${now} (was ${before}, ${changeText(value, earlier_value, unit)})`;
}

export function correctionText(correction: Correction): string {
  const { from, to, count } = correction;
  const days = count === 1 ? formatDay(from) : `${formatDays(from, to)} (${count} days)`;
  return `${days}: ${amountText(correction)}`;
}

/** The marks of corrections on a chart of the intervals that begin on these days. */
export function correctionMarks(
  { rows, networks }: { rows: readonly Restatement[]; networks: Names },
  days: readonly string[],
  interval: SeriesInterval,
): ReadonlyArray<Mark & Disc> {
  const [first] = days;
  const begun = days.at(-1);
  if (first === undefined || begun === undefined) return [];
  const last = endOf(interval, begun);
  return corrections(rows, networks)
    .filter(({ from, to }) => to >= first && from <= last)
    .slice(0, mostMarks)
    .map((correction) => ({
      day: days.findLast((day) => day <= correction.from) ?? first,
      shape: "disc",
      words: "Restated",
      sentence: `${correction.name} restated on ${formatDay(correction.knownAt)}. ${correctionText(correction)}.`,
      figure: {
        text: amountText(correction),
        onPress: () => explain(explainedCorrection(correction)),
      },
    }));
}
