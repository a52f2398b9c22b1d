import { useState } from "react";
import { type ComparedSeries, parseComparedSeries } from "@/charts/comparedSeries";
import { slugs } from "@/charts/queries/measures";
import { Combobox } from "@/components/ui/selects/Combobox";
import { useSeriesSearch } from "./useSeriesSearch";

type TokenChoiceProps = {
  chosen: ComparedSeries | undefined;
  onChange: (chosen: ComparedSeries) => void;
};

const kinds = ["token"] as const;

/** A search for the token whose holders are shown. Tokens with known holders have their number. */
export function TokenChoice({ chosen, onChange }: TokenChoiceProps) {
  const load = useSeriesSearch(kinds, slugs.holders);
  const [round, setRound] = useState(0);
  return (
    <div className="w-full sm:w-[300px]">
      <Combobox
        key={round}
        label="Token"
        value={null}
        onChange={(option) => {
          const next = option && parseComparedSeries(option.value);
          if (next) onChange(next);
          setRound(round + 1);
        }}
        load={load}
        placeholder={chosen ? "Search for another token" : "Search by name"}
      />
    </div>
  );
}
