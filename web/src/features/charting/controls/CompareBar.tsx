import { useState } from "react";
import { parameters } from "@/charts/addressParameters";
import {
  type ComparedSeries,
  comparedSeriesName,
  mostCompared,
  parseComparedSeries,
} from "@/charts/comparedSeries";
import { Icon } from "@/components/ui/marks/Icon";
import { Combobox } from "@/components/ui/selects/Combobox";
import type { Option } from "@/components/ui/selects/options";
import type { Preset } from "../presets";
import { useSeriesSearch } from "./useSeriesSearch";

type CompareBarProps = {
  preset: Preset;
  measure: string;
  chosen: readonly ComparedSeries[];
  /** The names of the series with numbers. */
  names: ReadonlyMap<string, string>;
  onChange: (chosen: readonly ComparedSeries[]) => void;
};

/** The series that are compared, and a search that adds one. */
export function CompareBar({ preset, measure, chosen, names, onChange }: CompareBarProps) {
  const load = useSeriesSearch(preset.chosenKinds, measure);
  const [round, setRound] = useState(0);
  const full = chosen.length >= mostCompared;
  const add = (option: Option | null) => {
    const next = option && parseComparedSeries(option.value);
    if (!next || chosen.some((one) => comparedSeriesName(one) === comparedSeriesName(next))) return;
    onChange([...chosen, next]);
    // A box of its own for every addition, so that it is empty again.
    setRound(round + 1);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="w-full sm:w-[300px]">
        <Combobox
          key={round}
          label={parameters.chosen.label}
          value={null}
          onChange={add}
          load={load}
          disabled={full}
          placeholder={full ? `At most ${mostCompared} at once` : "Search by name"}
        />
      </div>
      {chosen.length > 0 && (
        <ul aria-label="Compared series" className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {chosen.map((one) => {
            const id = comparedSeriesName(one);
            const name = names.get(id) ?? one.subject_slug;
            return (
              <li
                key={id}
                className="inline-flex h-(--control-h-sm) max-w-full items-center gap-1 rounded-sm border border-line-strong bg-surface ps-2.5 pe-1 text-sm pointer-coarse:h-11"
              >
                <bdi className="truncate">{name}</bdi>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() =>
                    onChange(chosen.filter((other) => comparedSeriesName(other) !== id))
                  }
                  className="target grid size-[18px] flex-none place-items-center rounded-[3px] text-text-3 hover:bg-surface-3 hover:text-text"
                >
                  <Icon name="close" size={12} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
