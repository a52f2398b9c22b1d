import { isBySubject } from "@/api/bySubject";
import {
  type GetAggregateRequest,
  type GetAggregateResponse,
  mostChartGroups,
} from "@/api/contract";
import { type Answer, useAggregates } from "@/api/series";
import { truncationNote } from "@/charts/data/tableNotes";
import { useOrigins } from "@/charts/data/useOrigin";
import { every, where } from "@/charts/queries/aggregateQuery";
import type { Origin } from "@/lib/files/origin";

/** The same request for named groups alone. */
export function requestOfGroups(
  request: GetAggregateRequest,
  keys: ReadonlyArray<string>,
): GetAggregateRequest {
  const { group_by: by, subject_kind: kind } = request;
  const field = isBySubject(by ?? "asset", kind ?? "asset") ? "slug" : (by ?? "asset");
  const named = where(field, "in", [...keys]);
  const filter = every([request.filter ?? undefined, named]);
  return { ...request, ...(filter && { filter }) };
}

/**
 * The value of assets or loans, beside other numbers of them. A response lists those separately whose own numbers are the
 * largest: where there are more groups, the numbers of those of most value are requested by name.
 */
export function useLargest(
  worths: GetAggregateRequest,
  others: ReadonlyArray<GetAggregateRequest>,
): {
  answers: ReadonlyArray<Answer<GetAggregateResponse>>;
  /** Asks where all of them come from. */
  origin: () => Promise<Origin>;
  /** Follows the description of a table that does not show all groups. */
  rest: string;
} {
  const [value, ...plain] = useAggregates([worths, ...others]);
  const first = [value, ...plain].flatMap(({ data } = none) => data ?? []);
  const keys = (value?.data?.groups ?? []).flatMap(({ key }) => key ?? []);
  const count = Math.max(0, ...first.map(({ group_count: groups }) => groups));
  const isCut = count > mostChartGroups && keys.length > 0;
  const byName = isCut ? others.map((request) => requestOfGroups(request, keys)) : [];
  const named = useAggregates(byName);
  const answers = [value ?? none, ...(isCut ? named : plain)];
  const origin = useOrigins(
    [worths, ...(isCut ? byName : others)],
    answers.map(({ data }) => data),
  );
  return {
    answers,
    origin,
    rest: isCut ? truncationNote(count, keys.length, "largest", "others are omitted") : "",
  };
}

const none = { data: undefined, error: null, isFetching: false, refetch: () => undefined };
