import type { Explanation, SourceValue } from "@/api/contract";
import { exactText } from "@/charts/measures/units";
import { Icon } from "@/components/ui/marks/Icon";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText } from "@/components/ui/text/Figure";
import { formatPercent } from "@/lib/format";
import { Section } from "./Worksheet";

function valueText({ value, reason }: SourceValue, quantity: { unit: string; measure: string }) {
  if (value !== null) return exactText(value, quantity);
  return reason === null ? "No value of this day" : "Withheld";
}

/** The values of all sources of a number, and why one of them is shown. */
export function SourceList({ explanation }: { explanation: Explanation }) {
  const { sources, source_tolerance: tolerance, series } = explanation;
  const differing = sources.filter(({ differs }) => differs);
  const quantity = { unit: series.unit, measure: series.measure_slug };
  return (
    <Section title="Sources" note="all sources that report this value">
      <ol className="flex flex-col text-sm">
        {sources.map((source) => (
          <li
            key={source.source}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-1.5 first:pt-0 last:border-b-0"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-1.5">
              <bdi className="font-medium [overflow-wrap:anywhere]">{source.source}</bdi>
              {source.is_taken && <Pill tone="positive">Shown</Pill>}
              {source.differs && <Pill tone="warning">Differs</Pill>}
            </span>
            <bdi className="num text-end">{valueText(source, quantity)}</bdi>
            <span className="col-span-2 text-text-3">
              {source.rank === null ? "No rank" : `Rank ${source.rank}`}
              {source.rank_known_at !== null && (
                <>
                  {" since "}
                  <DateText value={source.rank_known_at} time />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-text-2">
        The source with the best rank on this day is shown. Without ranks, it is the source that was
        loaded first, until its last value is out of date.
      </p>
      {differing.length > 0 && (
        <p className="mt-2 flex gap-2 text-sm">
          <Icon name="warning" size={14} />
          <span>Sources differ by more than {formatPercent(tolerance)} of the larger value.</span>
        </p>
      )}
    </Section>
  );
}
