import { useId, useState } from "react";
import type { SeriesRecord } from "@/api/contract";
import { useLatest } from "@/api/series";
import { Popover } from "@/components/ui/overlays/Popover";
import type { Trigger } from "@/components/ui/overlays/useTrigger";
import { OptionList } from "@/components/ui/selects/OptionList";
import { usePressed } from "@/lib/browser/usePressed";
import { nameWithEnd } from "../data/freshness";
import { type ChartSettings, mostBenchmarks } from "../parameters";
import type { BenchmarkLines } from "./benchmarks";

type BenchmarkPickerProps = {
  state: Pick<ChartSettings, "benchmarks">;
  benchmarks: Pick<BenchmarkLines, "offered" | "requestAll">;
  /** The button that opens it, with the number of benchmarks shown. */
  trigger: (shown: number) => Trigger;
  update: (patch: Pick<ChartSettings, "benchmarks">) => void;
};

/** As many as one request for latest values names. */
const mostKeys = 40;

const refusal =
  "Rates can be compared with yields. For prices and indexes, select the chart type Lines and the scale Index, or put the benchmarks on the second axis.";

/** The last days of the series that have ended, by slug. */
function useEnds(offered: readonly SeriesRecord[], wanted: boolean): ReadonlyMap<string, string> {
  const keys = offered.map(({ subject_slug, measure_slug }) => ({
    subject_kind: "benchmark" as const,
    subject_slug,
    measure: measure_slug,
  }));
  const { data } = useLatest(wanted ? { keys: keys.slice(0, mostKeys) } : null);
  return new Map(
    (data?.results ?? []).flatMap(({ subject_slug: slug, date, is_stale: stale }) =>
      stale && date !== null ? [[slug, date]] : [],
    ),
  );
}

/** Lines of benchmarks beside a chart: rates beside yields, prices and indexes where everything starts at 100. */
export function BenchmarkPicker({ state, benchmarks, trigger, update }: BenchmarkPickerProps) {
  const { offered, requestAll } = benchmarks;
  const [chosen, press] = usePressed(state.benchmarks, (next) => update({ benchmarks: next }));
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = (slug: string) => {
    if (chosen.includes(slug)) press(chosen.filter((other) => other !== slug));
    else press([...chosen, slug].slice(-mostBenchmarks));
  };
  const ends = useEnds(offered, open);
  const shown = offered.filter(({ subject_slug: slug }) => chosen.includes(slug)).length;
  return (
    <Popover
      label="Benchmarks"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) requestAll();
      }}
      className="w-[340px] p-1.5"
      trigger={trigger(shown)}
    >
      {offered.length === 0 ? (
        <p className="px-2.5 py-3 text-sm text-text-2">{refusal}</p>
      ) : (
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
          onClose={() => setOpen(false)}
        />
      )}
    </Popover>
  );
}
