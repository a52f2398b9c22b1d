import { useMemo } from "react";
import { bySubject, isBySubject } from "@/api/bySubject";
import type { GetAggregateRequest, GetAggregateResponse } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { useAggregate } from "@/api/series";
import type { NumberKey } from "@/app-state/numberExplanation";
import { carriedSums } from "@/charts/explanation/carriedSums";
import { earlierOf, endOf, intervalName } from "@/charts/measures/intervals";
import { measureOf } from "@/charts/measures/measures";
import { exactText } from "@/charts/measures/units";
import { bothSides, slugs } from "@/charts/queries/measures";
import { ErrorState } from "@/components/states/ErrorState";
import { lastDay } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { AggregateSources } from "../sections/AggregateSources";
import { AggregateTitle } from "../sections/AggregateTitle";
import { Correct, callOf } from "../sections/Correct";
import { Inputs } from "../sections/Inputs";
import { LargestMembers } from "../sections/LargestMembers";
import { SheetSkeleton } from "../sections/SheetSkeleton";
import { Result, Section } from "../sections/Worksheet";

export type AggregateNumberKey = Extract<NumberKey, { kind: "aggregate" }>;

const mostInputs = 40;

/** The request for the number alone: its interval, or the range that it depends on. */
export function numberRequest({ of, date }: AggregateNumberKey): GetAggregateRequest {
  // An interval that is running ends with the newest day that is over; today alone is known as it stands.
  const last = lastDay();
  const to = date > last ? date : earlierOf(endOf(of.interval ?? "day", date), last);
  return { from: date, to, ...of, group_by: of.group_by ?? "none" };
}

/** How values of the measure make one, in words. */
function methodText({ measure: slug, mode, weight, from }: GetAggregateRequest): string {
  const measure = measureOf(slug);
  if (measure?.combining === "average") {
    const weighed = measureOf(weight ?? measure.weight ?? "")?.name.toLowerCase() ?? "value";
    return `The average of the inputs, weighted by ${weighed}. Inputs without a value are excluded.`;
  }
  if (measure?.combining === "alone") {
    return "This measure is not additive: a number is shown only for a single input.";
  }
  const days = slug === slugs.netFlow ? ` ${bothSides}` : "";
  if (mode === "cumulative") return `The sum of the inputs since ${formatDay(from)}.${days}`;
  if (mode === "flow" && measure?.kind === "stock") {
    return "The change in the sum of the inputs from the last value before the interval, however old, to the last one within it.";
  }
  return "The sum of the inputs that have a value. Inputs without a value are excluded and reduce the coverage.";
}

/** A sum of days ends with the last one that has a value. */
function shownOf(request: GetAggregateRequest, answer: GetAggregateResponse) {
  return request.mode === "cumulative" ? carriedSums(answer) : answer;
}

/** The explanation of a sum by its inputs. */
export function AggregateSheet({ explained }: { explained: AggregateNumberKey }) {
  const request = useMemo(() => numberRequest(explained), [explained]);
  const kind = explained.parts?.subject_kind ?? request.subject_kind ?? "asset";
  const by = explained.parts?.group_by ?? bySubject(kind);
  const whole = useAggregate(request);
  const inputs = useAggregate({
    ...request,
    subject_kind: kind,
    group_by: by,
    group_limit: mostInputs,
  });
  const error = whole.error ?? inputs.error;
  if (error) {
    const retry = () => void Promise.all([whole.refetch(), inputs.refetch()]);
    return <ErrorState failure={describeFailure(error)} what="The explanation" onRetry={retry} />;
  }
  // An answer to the request before must not pass for one to this.
  if (!whole.data || whole.isPlaceholderData) return <SheetSkeleton />;
  const answer = shownOf(request, whole.data);
  const place = answer.dates.indexOf(explained.date);
  const value = answer.total.values[place] ?? null;
  const quantity = { unit: answer.unit, measure: answer.measure_slug };
  const label = measureOf(quantity.measure)?.name ?? quantity.measure;
  // Parts that are subjects and add up are the members themselves.
  const isOfMembers = isBySubject(by, kind) && measureOf(quantity.measure)?.combining === "sum";
  const when = intervalName(request.interval ?? "day", explained.date);
  return (
    <>
      <AggregateTitle
        answer={answer}
        request={request}
        about={`${label}: ${explained.name}`}
        place={place}
        when={when}
      />
      <Section title="Inputs" note="select one to explain it">
        {inputs.data && !inputs.isPlaceholderData ? (
          <Inputs
            answer={shownOf(request, inputs.data)}
            place={place}
            value={value}
            kind={kind}
            by={by}
            date={request.to ?? explained.date}
            asOf={request.as_of ?? null}
          />
        ) : (
          <p className="text-sm text-text-2">Loading the inputs</p>
        )}
      </Section>
      {!isOfMembers && <LargestMembers request={request} date={explained.date} />}
      <Section title="Source" note="all files that contain its values">
        <AggregateSources request={request} />
      </Section>
      <Section title="Method">
        <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">
          {methodText(request)}
        </p>
        <Result label={label}>{exactText(value, quantity)}</Result>
      </Section>
      <Section title="Correct it">
        <Correct
          about={`${label}: ${explained.name}, ${when}`}
          facts={[`Shown: ${exactText(value, quantity)}`]}
          call={callOf("timeseries.aggregate", request)}
        />
      </Section>
    </>
  );
}
