import type { Explanation, SeriesKey } from "@/api/contract";
import { useStable } from "./useStable";
import { useExplanations } from "./useTimeseries";

/** By the code of the gate; what a gate means in full, an explanation says. */
const words: Record<string, string> = {
  negative: "below zero",
  nav_jump: "jump of the net asset value",
  circulating_above_total: "more circulates than there is",
  bridged_above_circulating: "more on the network than circulates",
  distinct_counts_disagree: "counts of addresses disagree",
  sources_disagree: "sources disagree",
  input_withheld: "an input is withheld",
  balances_disagree: "balances disagree with supply",
  supply_disagrees: "supply disagrees with mints and burns",
  parts_disagree: "parts disagree with the whole",
};

/** "withheld: jump of the net asset value" */
function withheldWords(reason: string): string {
  const told = words[reason];
  return told === undefined ? "withheld" : `withheld: ${told}`;
}

/** What withheld the value of a day, or an input of it. */
function barrierOf({ versions, inputs }: Explanation) {
  const newest = [versions[0], ...inputs.map((input) => input.versions[0])];
  const found = newest.find((version) => (version?.reason ?? null) !== null);
  return found && { reason: found.reason ?? "", meaning: found.reason_meaning };
}

export type SeriesGap = { key: SeriesKey; from: string; to: string };

/** The gaps that are withheld values, with their reasons; whose reason nobody told are left out. */
export function useWithheld(gaps: readonly SeriesGap[]) {
  const told = useExplanations(gaps.map(({ key, from }) => ({ key, date: from })));
  const reasoned = gaps.flatMap(({ key, from, to }) => {
    const about = told.find(
      ({ series, date }) =>
        date === from &&
        series.subject_slug === key.subject_slug &&
        series.network_slug === (key.network_slug ?? series.network_slug),
    );
    const barrier = about && barrierOf(about);
    if (!about || !barrier) return [];
    const reason = withheldWords(barrier.reason);
    const meaning = barrier.meaning ?? barrier.reason;
    const sentence = `${about.series.subject_name} withheld. ${meaning}`;
    return [{ from, to, reason, sentence }];
  });
  return useStable(reasoned);
}
