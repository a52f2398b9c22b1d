import type { Explanation, SeriesKey } from "@/api/contract";
import { useStable } from "./useStable";
import { useExplanations } from "./useTimeseries";
import { withheldLabel } from "./withheldLabel";

/** The check that withheld the value of a day, or an input of it. */
function barrierOf({ versions, inputs }: Explanation) {
  const newest = [versions[0], ...inputs.map((input) => input.versions[0])];
  const found = newest.find((version) => (version?.reason ?? null) !== null);
  return found && { reason: found.reason ?? "", meaning: found.reason_meaning };
}

export type SeriesGap = { key: SeriesKey; from: string; to: string };

/** The gaps that are withheld values, with their reasons; gaps without a reason are left out. */
export function useWithheld(gaps: readonly SeriesGap[]) {
  const explanations = useExplanations(gaps.map(({ key, from }) => ({ key, date: from })));
  const reasoned = gaps.flatMap(({ key, from, to }) => {
    const about = explanations.find(
      ({ series, date }) =>
        date === from &&
        series.subject_slug === key.subject_slug &&
        series.network_slug === (key.network_slug ?? series.network_slug),
    );
    const barrier = about && barrierOf(about);
    if (!about || !barrier) return [];
    const reason = withheldLabel(barrier.reason);
    const meaning = barrier.meaning ?? barrier.reason;
    const sentence = `${about.series.subject_name} withheld. ${meaning}`;
    return [{ from, to, reason, sentence }];
  });
  return useStable(reasoned);
}
