import {
  type GetAggregateRequest,
  type GetAggregateResponse,
  mostChartGroups,
  type SeriesGroup,
} from "@/api/contract";
import { type Answer, useAggregates } from "@/api/series";
import { carriedSums } from "@/charts/explanation/carriedSums";
import { exactSum } from "@/lib/exactSum";
import { requestOfGroups } from "./useLargest";

/** Requests by name the groups of these keys that an answer sums in its rest. */
export function namedRequests(
  request: GetAggregateRequest,
  { groups }: GetAggregateResponse,
  keys: ReadonlyArray<string>,
): ReadonlyArray<GetAggregateRequest> {
  if (!groups.some(({ is_other: isRest }) => isRest)) return [];
  const listed = new Set(groups.map(({ key }) => key));
  const missing = [...new Set(keys)].filter((key) => !listed.has(key));
  const pages = Math.ceil(missing.length / mostChartGroups);
  return Array.from({ length: pages }, (_, page) =>
    requestOfGroups(request, missing.slice(page * mostChartGroups, (page + 1) * mostChartGroups)),
  );
}

function without(rest: SeriesGroup, named: ReadonlyArray<SeriesGroup>): SeriesGroup {
  const values = rest.values.map((value, place) =>
    value === null ? null : exactSum([value, ...named.map((one) => -(one.values[place] ?? 0))]),
  );
  const members = named.reduce((sum, { member_count: count }) => sum + count, 0);
  const samples = named.reduce((sum, { sample_count: count }) => sum + count, 0);
  return {
    ...rest,
    values,
    member_count: rest.member_count - members,
    sample_count: rest.sample_count - samples,
  };
}

/** An answer that lists the groups of others, too, and no longer has them in its rest. */
export function withNamed(
  answer: GetAggregateResponse,
  others: ReadonlyArray<GetAggregateResponse>,
): GetAggregateResponse {
  const named = others.flatMap(({ groups }) => groups.filter(({ key }) => key !== null));
  if (named.length === 0) return answer;
  const listed = answer.groups.filter(({ is_other: isRest }) => !isRest);
  const rest = answer.groups.filter(({ is_other: isRest }) => isRest);
  const groups = [...listed, ...named, ...rest.map((group) => without(group, named))];
  return { ...answer, groups };
}

function sumsOf(request: GetAggregateRequest, answer: GetAggregateResponse): GetAggregateResponse {
  return request.mode === "cumulative" ? carriedSums(answer) : answer;
}

/** The answers once they list all groups of these keys, and the further requests that this takes. */
export function useNamedGroups(
  requests: ReadonlyArray<GetAggregateRequest>,
  answers: ReadonlyArray<Answer<GetAggregateResponse>>,
  keys: ReadonlyArray<string>,
) {
  const missing = requests.map((request, place) => {
    const data = answers[place]?.data;
    return data ? namedRequests(request, data, keys) : [];
  });
  const further = missing.flat();
  const named = useAggregates(further);
  const whole = requests.map((request, place) => {
    const data = answers[place]?.data;
    const own = (missing[place] ?? []).map((one) => named[further.indexOf(one)]?.data);
    const others = own.flatMap((one) => one ?? []);
    if (!data || others.length < own.length) return undefined;
    return withNamed(
      sumsOf(request, data),
      others.map((one) => sumsOf(request, one)),
    );
  });
  return { whole, further, named };
}
