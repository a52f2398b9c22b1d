import { memo } from "react";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import type { LegendActions } from "./LegendTable";
import type { Legend } from "./legend";
import { Swatch } from "./Swatch";

type LegendKeysProps = LegendActions & { legend: Legend; lines: boolean };

/** The legend in a few lines under a small chart: name and value of each series. */
export const LegendKeys = memo(function LegendKeys(props: LegendKeysProps) {
  const { legend, lines, onIsolate, onToggle, isAlone } = props;
  return (
    <ul
      aria-label={`${legend.head}, ${legend.unitHead}`}
      className="num flex flex-wrap gap-x-4 gap-y-0.5 text-sm"
    >
      {(lines ? legend.rows : legend.rows.toReversed()).map((row) => (
        <li key={row.id} className="max-w-full">
          <button
            type="button"
            aria-pressed={isAlone(row.id)}
            onClick={(event) =>
              event.ctrlKey || event.metaKey || event.shiftKey
                ? onToggle(row.id)
                : onIsolate(row.id)
            }
            className={`flex h-6 max-w-full items-center gap-[7px] hover:text-accent pointer-coarse:h-11 ${row.hidden ? "text-text-3 line-through" : ""}`}
          >
            <Swatch colour={row} look={row.look} line={lines} />
            <bdi className="truncate">{row.name}</bdi>
            {row.sample && <SampleTag short note={row.sampleNote} />}
            <Starred reason={row.reason}>
              <bdi className={row.reason ? "" : "text-text-2"}>{row.value}</bdi>
            </Starred>
          </button>
        </li>
      ))}
    </ul>
  );
});
