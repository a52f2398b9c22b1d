import type { GetAggregateResponse, SeriesGroup, ValueQualifier } from "@/api/contract";

function carried(values: ReadonlyArray<number | null>): Array<number | null> {
  let sum: number | null = null;
  return values.map((value) => {
    sum = value ?? sum;
    return sum;
  });
}

/** The qualifiers of sums: what is missing in an interval is missing in all sums that follow. */
function lasting(
  { qualifiers, withheld_count: withheld }: SeriesGroup,
  dates: readonly string[],
): ValueQualifier[] {
  const to = dates.at(-1);
  const partial = qualifiers.findIndex(({ is_partial: isPartial }) => isPartial);
  if (to === undefined || (partial < 0 && withheld === 0)) return qualifiers;
  // Values that are withheld to the end leave no partial interval.
  const from = qualifiers[partial]?.from ?? to;
  const others = { value_date: null, is_carried: false, is_average: false, spans_gap: false };
  const lacking = withheld > 0 || qualifiers.some(({ lacks_days: lacksDays }) => lacksDays);
  const sums = { from, to, ...others, is_partial: true, lacks_days: lacking };
  return [...qualifiers.filter((one) => one.to < from), sums];
}

/** Cumulative sums with a value in every interval: without a value of its own, an interval ends with the sum before it. */
export function carriedSums(answer: GetAggregateResponse): GetAggregateResponse {
  const whole = (group: SeriesGroup) => ({
    ...group,
    values: carried(group.values),
    qualifiers: lasting(group, answer.dates),
  });
  return { ...answer, groups: answer.groups.map(whole), total: whole(answer.total) };
}
