import type { Filter, GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import {
  measureRequest,
  measuresOf,
  requestKey,
  type RowNumber,
  type RowNumbers,
} from "./rowNumbers";

/** The requests that tell whether any row of a list has a value, one for each measure, whichever page is shown. */
export function coverageRequests(
  numbers: RowNumbers,
  rows: Filter | undefined,
  day: string,
): ReadonlyArray<GetAggregateRequest> {
  // The largest group is enough.
  return measuresOf(numbers).map((each) => ({
    ...measureRequest(numbers, each, rows, day),
    group_limit: 1,
  }));
}

function hasValue({ groups, total }: GetAggregateResponse): boolean {
  return [...groups, total].some(({ values }) => values.some((value) => value !== null));
}

/** The columns in which no row can have a number, by the answers to these requests; a missing answer rules out none. */
export function emptyNumbers(
  numbers: RowNumbers,
  answers: ReadonlyArray<GetAggregateResponse | undefined>,
): ReadonlyArray<string> {
  const without = new Set(
    measuresOf(numbers).flatMap((each, place) => {
      const answer = answers[place];
      return answer && !hasValue(answer) ? [requestKey(each)] : [];
    }),
  );
  const isEmpty = ({ measure, only, otherwise, under, since, over }: RowNumber) => {
    const own = { measure, ...(only && { only }) };
    if (over !== undefined) return without.has(requestKey({ ...own, days: 0, over }));
    const lacks = (days: number) =>
      without.has(requestKey({ ...own, days })) &&
      (otherwise === undefined || without.has(requestKey({ measure: otherwise, days })));
    const lacksWhole = under !== undefined && without.has(requestKey({ measure: under, days: 0 }));
    return lacks(0) || lacksWhole || (since !== undefined && lacks(since));
  };
  return Object.entries(numbers.columns).flatMap(([id, number]) => (isEmpty(number) ? [id] : []));
}
