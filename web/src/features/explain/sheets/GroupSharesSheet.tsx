import { useMemo } from "react";
import type { AggregateExplanation, GetAggregateRequest } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { useAggregate } from "@/api/series";
import { groupCountOf } from "@/charts/measures/groupShares";
import { intervalName } from "@/charts/measures/intervals";
import { exactText } from "@/charts/measures/units";
import { ErrorState } from "@/components/states/ErrorState";
import { AggregateSources } from "../sections/AggregateSources";
import { AggregateTitle } from "../sections/AggregateTitle";
import { Correct, callOf } from "../sections/Correct";
import { GroupShares } from "../sections/GroupShares";
import { SheetSkeleton } from "../sections/SheetSkeleton";
import { useAggregateExplanation } from "../sections/useAggregateExplanation";
import { Result, Section } from "../sections/Worksheet";
import { type AggregateNumberKey, numberRequest } from "./AggregateSheet";

/** The service says what the measure adds up; an index also needs the scale of its parts. */
function methodText({ composition, method }: AggregateExplanation): string {
  if (method !== "concentration") return composition;
  return `${composition} A group contributes its share squared, times 10,000.`;
}

/** The explanation of a number that the shares of all groups make: the share of the largest, or the concentration. */
export function GroupSharesSheet({ explained }: { explained: AggregateNumberKey }) {
  const request: GetAggregateRequest = useMemo(() => numberRequest(explained), [explained]);
  const { date, name } = explained;
  const whole = useAggregate(request);
  const explanation = useAggregateExplanation(request, date);
  const error = whole.error ?? explanation.error;
  if (error) {
    const retry = () => void Promise.all([whole.refetch(), explanation.refetch()]);
    return <ErrorState failure={describeFailure(error)} what="The explanation" onRetry={retry} />;
  }
  // An answer to the request before must not pass for one to this.
  if (!whole.data || whole.isPlaceholderData || !explanation.data) return <SheetSkeleton />;
  const place = whole.data.dates.indexOf(date);
  const value = whole.data.total.values[place] ?? null;
  const quantity = { unit: explanation.data.unit, measure: request.measure };
  const label = explanation.data.measure_name;
  const when = intervalName(request.interval ?? "day", date);
  return (
    <>
      <AggregateTitle
        answer={whole.data}
        request={request}
        about={`${label}: ${name}`}
        place={place}
        when={when}
      />
      {explanation.data.share && (
        <GroupShares
          share={explanation.data.share}
          measure={explanation.data.member_measure_slug}
          request={request}
          date={date}
          value={value}
          quantity={quantity}
          counted={groupCountOf(request.measure)}
          sample={whole.data.total.has_sample}
        />
      )}
      <Section title="Source" note="all files that contain its values">
        <AggregateSources request={request} />
      </Section>
      <Section title="Method">
        <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">
          {methodText(explanation.data)}
        </p>
        <Result label={label}>{exactText(value, quantity)}</Result>
      </Section>
      <Section title="Correct it">
        <Correct
          about={`${label}: ${name}, ${when}`}
          facts={[`Shown: ${exactText(value, quantity)}`]}
          call={callOf("timeseries.aggregate", request)}
        />
      </Section>
    </>
  );
}
