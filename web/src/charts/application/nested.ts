import { useMemo } from "react";
import type { GetAggregateRequest, GetAggregateResponse, SeriesGroup } from "@/api/contract";
import { type Answer, useAggregate } from "@/api/series";
import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { formatDay } from "@/lib/format";
import { explainedDay } from "../explanation/explanation";
import { remainder } from "../explanation/remainders";
import type { ChartMeasure, NestedSlices } from "../queries/market";

/** The part of each amount that is not in the next one, which lies within it. */
function slicesOf(
  nested: NestedSlices,
  answers: readonly GetAggregateResponse[],
): GetAggregateResponse | undefined {
  const [whole] = answers;
  if (!whole || answers.length < nested.length) return undefined;
  const groups = nested.map(({ id }, place): SeriesGroup => {
    const answer = answers[place] ?? whole;
    const within = answers[place + 1];
    const { total } = answer;
    const values = within ? remainder(answer, within) : total.values;
    return { ...total, key: id, is_other: false, values };
  });
  const isKnown = whole.total.member_count > 0;
  return { ...whole, groups: isKnown ? groups : [], group_count: groups.length };
}

type SlicedRequest = { chart: ChartMeasure; request: GetAggregateRequest; ready: boolean };

function within(request: GetAggregateRequest, nested: NestedSlices | undefined, place: 1 | 2) {
  const measure = nested?.[place].query.measure;
  return measure === undefined ? null : { ...request, measure };
}

/** The requests whose answers a chart is made of, with that of the distributions that it marks. */
export function requestsOf({ nested, distributions }: ChartMeasure, request: GetAggregateRequest) {
  const requests = nested?.map(({ query }) => ({ ...request, measure: query.measure })) ?? [
    request,
  ];
  if (!distributions) return requests;
  const { measure, subject, filter } = distributions;
  return [...requests, { measure, subject_kind: subject, ...(filter && { filter }) }];
}

/** The answer to the request of a chart; of amounts that lie within each other, what each has alone. */
export function useSliced({ chart, request, ready }: SlicedRequest): Answer<GetAggregateResponse> {
  const { nested } = chart;
  const outer = useAggregate(ready ? request : null);
  const middle = useAggregate(ready ? within(request, nested, 1) : null);
  const inner = useAggregate(ready ? within(request, nested, 2) : null);
  const sliced = useMemo(
    () =>
      nested &&
      slicesOf(
        nested,
        [outer.data, middle.data, inner.data].flatMap((data) => data ?? []),
      ),
    [nested, outer.data, middle.data, inner.data],
  );
  if (!nested) return outer;
  const all = [outer, middle, inner];
  return {
    data: sliced,
    error: all.find(({ error }) => error)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  };
}

/** The explanation of one amount minus the next one, which lies within it. */
export function explainedSlice(
  nested: NestedSlices,
  request: GetAggregateRequest,
  { id, day, sample }: { id: string; day: string; sample: boolean },
): NumberKey | null {
  const place = nested.findIndex((one) => one.id === id);
  const items = nested.slice(place, place + 2).map(({ query, whole }) => {
    const number = explainedDay({ ...request, measure: query.measure }, day, whole);
    return { name: whole, figure: "", number, sample };
  });
  const [whole] = items;
  const name = nested[place]?.label ?? "";
  if (place < 0 || !whole) return null;
  if (items.length === 1) return whole.number;
  return { kind: "several", name, items, method: "The first input minus the second." };
}

/** Explains a day of a chart; of amounts within each other, each of them. */
export function explainPressed(
  { nested }: ChartMeasure,
  request: GetAggregateRequest,
  { day, title, sample }: { day: string; title: string; sample: boolean },
): void {
  if (!nested) {
    explain(explainedDay(request, day, title));
    return;
  }
  const items = nested.map(({ query, whole }) => {
    const number: NumberKey = explainedDay({ ...request, measure: query.measure }, day, whole);
    return { name: whole, figure: "", number, sample };
  });
  explain({ kind: "several", name: formatDay(day), items });
}
