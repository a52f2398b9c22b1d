import { useId } from "react";
import type { SeriesRecord } from "@/api/contract";
import { useLatest } from "@/api/series";
import { OptionList } from "@/components/ui/selects/OptionList";
import { mostBenchmarks } from "../addressParameters";
import { nameWithEnd } from "../data/freshness";

/** As many as one request for latest values names. */
const mostKeys = 40;

const refusal =
  "Rates can be compared with yields. For prices and indexes, select the chart type Lines and the scale Index, or put the benchmarks on the second axis.";

/** The last days of the series that have ended, by slug. */
function useEnds(offered: readonly SeriesRecord[]): ReadonlyMap<string, string> {
  const keys = offered.map(({ subject_slug, measure_slug }) => ({
    subject_kind: "benchmark" as const,
    subject_slug,
    measure: measure_slug,
  }));
  const { data } = useLatest({ keys: keys.slice(0, mostKeys) });
  return new Map(
    (data?.results ?? []).flatMap(({ subject_slug: slug, date, is_stale: stale }) =>
      stale && date !== null ? [[slug, date]] : [],
    ),
  );
}

export type BenchmarkChoiceProps = {
  offered: readonly SeriesRecord[];
  /** Slugs. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  onClose: () => void;
};

/** The benchmarks that a chart offers, or why it offers none. */
export function BenchmarkChoice({ offered, chosen, onChange, onClose }: BenchmarkChoiceProps) {
  const id = useId();
  const ends = useEnds(offered);
  if (offered.length === 0) return <p className="px-2.5 py-3 text-sm text-text-2">{refusal}</p>;
  const toggle = (slug: string) => {
    if (chosen.includes(slug)) onChange(chosen.filter((other) => other !== slug));
    else onChange([...chosen, slug].slice(-mostBenchmarks));
  };
  return (
    <OptionList
      label="Benchmarks"
      listId={id}
      options={offered.map(({ subject_slug, subject_name }) => ({
        value: subject_slug,
        content: { label: nameWithEnd(subject_name, ends.get(subject_slug) ?? null) },
      }))}
      selected={chosen}
      multiple
      onPick={toggle}
      onClose={onClose}
    />
  );
}
