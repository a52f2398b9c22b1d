import type { AggregateExplanation, AggregateMember, GetAggregateRequest } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { networkNameOf } from "@/charts/comparedSeries";
import { measureOf } from "@/charts/measures/measures";
import type { Names } from "@/charts/measures/names";
import { exactText, shortText } from "@/charts/measures/units";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import { ErrorState } from "@/components/states/ErrorState";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { SeriesRow } from "./SeriesRow";
import { useAggregateExplanation } from "./useAggregateExplanation";
import { Section } from "./Worksheet";

const noMembers: readonly AggregateMember[] = [];

type LargestMembersProps = { request: GetAggregateRequest; date: string };

/** The largest members of a number, with their contributions; each can be explained itself. */
export function LargestMembers({ request, date }: LargestMembersProps) {
  const answer = useAggregateExplanation(request, date);
  const networks = useNetworkNames(answer.data?.members ?? noMembers);
  if (answer.error) {
    const retry = () => void answer.refetch();
    const failure = describeFailure(answer.error);
    return <ErrorState failure={failure} what="The members" onRetry={retry} />;
  }
  const explanation = answer.data;
  if (!explanation || explanation.members.length === 0) return null;
  const more = formatCountFull(explanation.more_members);
  return (
    <Section title="Largest members" note={explanation.more_members > 0 && `and ${more} more`}>
      <p className="mb-1 text-sm text-text-2">{explanation.composition}</p>
      <ul className="flex flex-col">
        {explanation.members.map((member) => (
          <li key={member.series_id} className="border-line border-b last:border-b-0">
            <Member {...{ member, explanation, networks }} asOf={request.as_of ?? null} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type MemberProps = {
  member: AggregateMember;
  explanation: AggregateExplanation;
  networks: Names;
  asOf: string | null;
};

function Member({ member, explanation, networks, asOf }: MemberProps) {
  const { counted, measure_slug } = member;
  const network = networkNameOf(member, networks);
  // A token has the yield of its asset, which is explained by that.
  const { subject_kind, subject_slug, network_slug: place, source } = member.inputs[0] ?? member;
  const quantity = {
    unit: measureOf(measure_slug)?.unit ?? explanation.unit,
    measure: measure_slug,
  };
  const heavy = measureOf(explanation.weight_slug ?? "");
  const weight = counted?.weight ?? null;
  const at = counted?.to ?? explanation.to;
  return (
    <SeriesRow
      of={{ subject_kind, subject_slug, measure: measure_slug, network_slug: place, source }}
      date={at}
      asOf={asOf}
    >
      <span className="min-w-0">
        <bdi>{member.subject_name}</bdi>
        {network && ` on ${network}`} {member.is_sample && <SampleTag short />}
        <span className="block text-text-3">
          <DateText value={at} />
          {weight !== null && heavy && (
            <>
              {" · weight "}
              <bdi>{shortText(weight, { unit: heavy.unit, measure: heavy.slug })}</bdi>
            </>
          )}
        </span>
      </span>{" "}
      <bdi className={`num flex-none ${counted === null ? "text-text-3" : ""}`}>
        {counted === null ? "no value" : exactText(counted.value, quantity)}
      </bdi>
    </SeriesRow>
  );
}
