import type { GetAggregateResponse, SeriesGroup } from "@/api/contract";

function carried(values: ReadonlyArray<number | null>): Array<number | null> {
  let sum: number | null = null;
  return values.map((value) => {
    sum = value ?? sum;
    return sum;
  });
}

/** Cumulative sums with a value in every interval: without a value of its own, an interval ends with the sum before it. */
export function carriedSums(answer: GetAggregateResponse): GetAggregateResponse {
  const whole = (group: SeriesGroup) => ({ ...group, values: carried(group.values) });
  return { ...answer, groups: answer.groups.map(whole), total: whole(answer.total) };
}
