import type { Explanation, ExplanationInput } from "@/api/contract";
import { networkNameOf } from "@/charts/comparedSeries";
import type { Names } from "@/charts/measures/names";
import { exactText } from "@/charts/measures/units";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { offChain } from "@/lib/format/offChain";
import { SeriesRow } from "./SeriesRow";

type DerivedInputsProps = {
  inputs: Explanation["inputs"];
  asOf: string | null;
};

/** The inputs of a derived number; each can be explained itself. */
export function DerivedInputs({ inputs, asOf }: DerivedInputsProps) {
  const networks = useNetworkNames(inputs.map(({ series }) => series));
  return (
    <ul className="flex flex-col">
      {inputs.map((input) => (
        <li
          key={`${input.series.series_id} ${input.role}`}
          className="border-line border-b last:border-b-0"
        >
          <Input input={input} networks={networks} asOf={asOf} />
        </li>
      ))}
    </ul>
  );
}

/** Where a part of an asset is; other inputs are named by what they are in the formula. */
function placeOf({ role, series }: ExplanationInput, networks: Names): string {
  if (role !== series.subject_name) return "";
  const network = networkNameOf(series, networks);
  if (network !== null) return ` on ${network}`;
  return series.subject_kind === "token" ? `, ${offChain}` : "";
}

type InputProps = { input: ExplanationInput; networks: Names; asOf: string | null };

function Input({ input, networks, asOf }: InputProps) {
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
        <bdi>{role}</bdi>
        {placeOf(input, networks)} {series.is_sample && <SampleTag short />}
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
