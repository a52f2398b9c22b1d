import type { Explanation, ExplanationInput } from "@/api/contract";
import { exactText } from "@/charts/measures/units";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { SeriesRow } from "./SeriesRow";

type DerivedInputsProps = {
  inputs: Explanation["inputs"];
  asOf: string | null;
};

/** The inputs of a derived number; each can be explained itself. */
export function DerivedInputs({ inputs, asOf }: DerivedInputsProps) {
  return (
    <ul className="flex flex-col">
      {inputs.map((input) => (
        <li
          key={`${input.series.series_id} ${input.role}`}
          className="border-line border-b last:border-b-0"
        >
          <Input input={input} asOf={asOf} />
        </li>
      ))}
    </ul>
  );
}

function Input({ input, asOf }: { input: ExplanationInput; asOf: string | null }) {
  const { role, series, from, to, value } = input;
  const { subject_kind, subject_slug, network_slug, source } = series;
  const measure = series.measure_slug;
  return (
    <SeriesRow
      of={{ subject_kind, subject_slug, measure, network_slug, source }}
      date={to}
      asOf={asOf}
    >
      <span className="min-w-0">
        {role} {series.is_sample && <SampleTag short />}
        {to !== null && (
          <span className="block text-text-3">
            {from !== null && from !== to && (
              <>
                <DateText value={from} /> to{" "}
              </>
            )}
            <DateText value={to} />
          </span>
        )}
      </span>{" "}
      <bdi className={`num flex-none ${value === null ? "text-text-3" : ""}`}>
        {value === null ? "no value" : exactText(value, { unit: series.unit, measure })}
      </bdi>
    </SeriesRow>
  );
}
