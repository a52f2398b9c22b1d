import { isBySubject } from "@/api/bySubject";
import type { GetAggregateRequest, GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { explain } from "@/app-state/numberExplanation";
import { groupKey } from "@/charts/data/timeData";
import { measureOf } from "@/charts/measures/measures";
import { namesOfGroups, useNames } from "@/charts/measures/names";
import { changeText, exactText, shortText } from "@/charts/measures/units";
import { sumOfKnown } from "@/lib/exactSum";
import { MarkedName } from "./MarkedName";

type InputsProps = {
  answer: GetAggregateResponse;
  /** The place of the interval in the answer. */
  place: number;
  /** The expected total of the inputs. */
  value: number | null;
  kind: NonNullable<GetAggregateRequest["subject_kind"]>;
  by: NonNullable<GetAggregateRequest["group_by"]>;
  /** The last day of the interval. */
  date: string;
  asOf: string | null;
};

const look =
  "flex min-h-7 w-full items-center justify-between gap-3 text-sm pointer-coarse:min-h-11";

/** The inputs of a sum, the largest first; each that is a series of its own can be explained. */
export function Inputs(props: InputsProps) {
  const { answer, place, value, kind, by } = props;
  const { groups, unit, measure_slug } = answer;
  const quantity = { unit, measure: measure_slug };
  const names = useNames(
    namesOfGroups(by, kind),
    groups.flatMap(({ key }) => key ?? []),
  );
  if (groups.length === 0) {
    return (
      <p className="text-sm text-text-2">
        The components of this number are not available separately.
      </p>
    );
  }
  const sum = sumOfKnown(groups.map(({ values }) => values[place]));
  const nameOf = ({ key, is_other: isOther, member_count: count }: SeriesGroup) => {
    if (isOther) return `${count} more`;
    return key === null ? "Not specified" : (names.get(key)?.name ?? key);
  };
  return (
    <>
      <ul className="flex flex-col">
        {groups.map((group) => (
          <li key={groupKey(group)} className="border-line border-b">
            <Input {...props} group={group} name={nameOf(group)} of={quantity} />
          </li>
        ))}
      </ul>
      {measureOf(measure_slug)?.combining === "sum" && (
        <>
          <p className="num flex justify-between gap-3 pt-1.5 font-semibold text-sm">
            <span>Sum of the inputs</span>
            <bdi>{exactText(sum, quantity)}</bdi>
          </p>
          <p className="mt-1 text-sm text-text-2">{agreement(sum, value, unit)}</p>
        </>
      )}
    </>
  );
}

type InputProps = InputsProps & {
  group: SeriesGroup;
  name: string;
  of: { unit: string; measure: string };
};

function Input({ group, name, of, kind, by, place, date, asOf }: InputProps) {
  const { key } = group;
  const shown = group.values[place] ?? null;
  const words = (
    <>
      <MarkedName sample={group.has_sample}>{name}</MarkedName>{" "}
      <bdi className={`num flex-none ${shown === null ? "text-text-3" : ""}`}>
        {shown === null ? "no value" : shortText(shown, of)}
      </bdi>
    </>
  );
  if (key === null || !isBySubject(by, kind)) return <span className={look}>{words}</span>;
  return (
    <button
      type="button"
      className={`${look} rounded-xs text-start hover:bg-surface-2 hover:text-accent`}
      onClick={() =>
        explain({
          kind: "series",
          key: { subject_kind: kind, subject_slug: key, measure: of.measure },
          date,
          ...(asOf === null ? {} : { asOf }),
        })
      }
    >
      {words}
    </button>
  );
}

/** Whether the inputs make the number; binary fractions may differ in their last digits. */
export function agreement(sum: number | null, value: number | null, unit: string): string {
  if (sum === null || value === null) return "";
  return Math.abs(sum - value) <= Math.abs(value) * 1e-9
    ? "The inputs add up to the number."
    : `The inputs shown differ from the number by ${changeText(sum, value, unit)}.`;
}
