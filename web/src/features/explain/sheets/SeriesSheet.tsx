import type { Explanation, GetExplanationRequest, SeriesLine } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { networkNameOf } from "@/charts/comparedSeries";
import { isStale } from "@/charts/data/freshness";
import { useExplanation } from "@/charts/data/useTimeseries";
import { subjectAddress } from "@/charts/measures/names";
import { exactText } from "@/charts/measures/units";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import { ErrorState } from "@/components/states/ErrorState";
import { Link } from "@/components/ui/links/Link";
import { Hallmark } from "@/components/ui/marks/Hallmark";
import { Icon } from "@/components/ui/marks/Icon";
import { Pill } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { lastDay } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { averageLabel } from "@/lib/format/qualifiers";
import { CheckList } from "../sections/CheckList";
import { Correct, callOf } from "../sections/Correct";
import { DerivedInputs } from "../sections/DerivedInputs";
import { LoadChecks, LoadLines } from "../sections/LoadLines";
import { SheetSkeleton } from "../sections/SheetSkeleton";
import { SourceList } from "../sections/SourceList";
import { VersionList } from "../sections/VersionList";
import { Lines, Result, SampleNote, Section, SheetTitle } from "../sections/Worksheet";

/** The explanation of one value of a series. */
export function SeriesSheet({ request }: { request: GetExplanationRequest }) {
  const answer = useExplanation(request);
  if (answer.data) {
    // Values as known on an earlier day are not expected to be fresh.
    const isOld = !request.as_of && isStale(answer.data.series, lastDay());
    return <SeriesDetails explanation={answer.data} request={request} isOld={isOld} />;
  }
  if (answer.error) {
    const retry = () => void answer.refetch();
    const failure = describeFailure(answer.error);
    return <ErrorState failure={failure} what="The explanation" onRetry={retry} />;
  }
  return <SheetSkeleton />;
}

type SeriesDetailsProps = {
  explanation: Explanation;
  request: GetExplanationRequest;
  /** Whether the newest value is older than such a value may be. */
  isOld: boolean;
};

function SeriesDetails({ explanation, request, isOld }: SeriesDetailsProps) {
  const { series, versions, value, value_date, date, formula, inputs, composition } = explanation;
  const quantity = { unit: series.unit, measure: series.measure_slug };
  const [newest] = versions;
  const isDerived = formula !== null;
  return (
    <>
      <Title explanation={explanation} isOld={isOld} />
      {(isDerived || composition !== null) && (
        <Section title="Inputs" note="select one to explain it">
          {composition !== null && <p className="mb-1 text-sm text-text-2">{composition}</p>}
          <DerivedInputs inputs={inputs} asOf={request.as_of ?? null} />
        </Section>
      )}
      {newest && (
        <Section title="Source">
          <LoadLines load={newest.load} />
        </Section>
      )}
      {explanation.sources.length > 0 && <SourceList explanation={explanation} />}
      <Method explanation={explanation} />
      {newest && (
        <Section title="Checks">
          {newest.reason !== null && (
            <p className="mb-2 flex gap-2 text-sm">
              <Hallmark kind="withheld" decorative />
              <span>
                {newest.reason_meaning ?? newest.reason} The value failed a check and is not shown.
              </span>
            </p>
          )}
          <CheckList checks={explanation.checks} />
          <LoadChecks load={newest.load} />
        </Section>
      )}
      {!isDerived && (
        <Section title="Versions" note="all versions of the value of this day">
          {versions.length > 0 ? (
            <VersionList versions={versions} {...quantity} />
          ) : (
            <p className="text-sm text-text-2">No value was reported for this day.</p>
          )}
        </Section>
      )}
      <Section title="Correct it">
        <Correct
          about={`${series.measure_name} of ${series.subject_name}, ${formatDay(value_date ?? date)}`}
          facts={[
            `Shown: ${exactText(value, quantity)}`,
            `Source: ${newest?.load.source ?? series.source}`,
            formula ?? `SHA-256 of the file: ${newest?.load.hash ?? "none"}`,
          ]}
          call={callOf("timeseries.explain", request)}
        />
      </Section>
    </>
  );
}

function Title({ explanation, isOld }: { explanation: Explanation; isOld: boolean }) {
  const { series, versions, value, value_date, date, is_average } = explanation;
  const [newest] = versions;
  const network = networkNameOf(series, useNetworkNames([series]));
  const isWithheld = newest !== undefined && newest.reason !== null;
  return (
    <SheetTitle
      about={
        <>
          {series.measure_name}: <SubjectName series={series} />
          {network && ` on ${network}`}
        </>
      }
      figure={
        value === null ? (
          <NoFigure reason={isWithheld ? "Withheld" : "Not available"} />
        ) : (
          <bdi className={isOld ? "text-text-2" : ""}>
            {exactText(value, { unit: series.unit, measure: series.measure_slug })}
          </bdi>
        )
      }
      pills={
        <>
          {isWithheld && (
            <Pill tone="negative">
              <Hallmark kind="withheld" decorative />
              Withheld
            </Pill>
          )}
          {!isWithheld && value !== null && (
            <Pill tone="positive">
              <Icon name="check" size={12} />
              {explanation.formula === null ? "Passed its checks" : "Inputs passed their checks"}
            </Pill>
          )}
          {versions.length > 1 && <Pill tone="info">Restated</Pill>}
          {isOld && <Pill tone="warning">Stale</Pill>}
          {explanation.sources.some(({ differs }) => differs) && (
            <Pill tone="warning">Sources differ</Pill>
          )}
          {series.is_sample && <SampleTag />}
        </>
      }
    >
      <Lines
        lines={[
          is_average && value_date !== null
            ? { label: "Valid for", value: averageLabel(value_date) }
            : { label: "Valid on", value: <DateText value={value_date ?? date} /> },
          newest
            ? { label: "Recorded on", value: <DateText value={newest.known_at} time /> }
            : null,
          { label: "Latest value", value: <DateText value={series.last_date} reason="None" /> },
          { label: "Reported by", value: <bdi>{series.source}</bdi> },
        ]}
      />
      {series.is_sample && <SampleNote />}
    </SheetTitle>
  );
}

function SubjectName({ series }: { series: SeriesLine }) {
  const { subject_kind, subject_slug, subject_name } = series;
  const address = subjectAddress(subject_kind, subject_slug);
  if (address === null) return <bdi>{subject_name}</bdi>;
  return (
    <Link href={address} className="target rounded-xs text-accent hover:underline">
      <bdi>{subject_name}</bdi>
    </Link>
  );
}

function Method({ explanation }: { explanation: Explanation }) {
  const { series, versions, value, value_date, date, definition, formula, method_version } =
    explanation;
  const quantity = { unit: series.unit, measure: series.measure_slug };
  const version = versions[0]?.load.method_version ?? method_version;
  return (
    <Section title="Method" note={`version ${version}`}>
      <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">{definition}</p>
      {formula !== null && <p className="mt-2 text-sm">{formula}</p>}
      {value_date !== null && value_date !== date && (
        <p className="mt-2 text-sm text-text-2">
          There is no newer value for {formatDay(date)}: the value of {formatDay(value_date)}{" "}
          remains valid for its reporting interval.
        </p>
      )}
      <p className="mt-2 text-sm">
        <span className="text-text-3">Measure </span>
        <code className="font-mono text-xs">{quantity.measure}</code>
      </p>
      <Result label={series.measure_name}>{exactText(value, quantity)}</Result>
    </Section>
  );
}
