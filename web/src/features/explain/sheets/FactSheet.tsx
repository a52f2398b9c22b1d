import { describeFailure } from "@/api/failures";
import type { NumberKey } from "@/app-state/numberExplanation";
import { ErrorState } from "@/components/states/ErrorState";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { Correct, callOf } from "../sections/Correct";
import { SheetSkeleton } from "../sections/SheetSkeleton";
import { Lines, Result, SampleNote, Section, SheetTitle } from "../sections/Worksheet";
import { factText, getterOf, membersOf, useFact } from "./catalogFacts";

type FactSheetProps = Omit<Extract<NumberKey, { kind: "fact" }>, "kind">;

/** The value of one field of a record, with its source and its day. */
export function FactSheet({ name, of, slug, field }: FactSheetProps) {
  const { record, meta } = useFact(of, slug);
  const row = record.data;
  if (!row && record.error) {
    const failure = describeFailure(record.error);
    const retry = () => void record.refetch();
    return <ErrorState failure={failure} what="The explanation" onRetry={retry} />;
  }
  if (!row || meta.isPending) return <SheetSkeleton />;
  const about = meta.data?.fields.find((each) => each.name === field);
  const figure = factText(row, field, about);
  const members = membersOf(row, field);
  const source = row.is_sample ? "Generated sample data, no source" : row.source;
  return (
    <>
      <SheetTitle
        about={<bdi>{name}</bdi>}
        figure={<bdi>{figure}</bdi>}
        pills={row.is_sample && <SampleTag />}
      >
        <Lines
          lines={[
            { label: "Valid", value: "Until the source changes" },
            { label: "Retrieved on", value: <DateText value={row.retrieved_on} /> },
            { label: "Last changed", value: <DateText value={row.updated_at} time /> },
          ]}
        />
        {row.is_sample && <SampleNote />}
      </SheetTitle>
      <Section title="Source">
        <Lines
          lines={[
            { label: "Source", value: <bdi>{source}</bdi> },
            { label: "Licence", value: <bdi>{row.licence}</bdi> },
            { label: "Record", value: <bdi>{row.name}</bdi> },
          ]}
        />
        <p className="mt-2 text-sm">
          <Link href="/data-partners" className="target rounded-xs text-accent hover:underline">
            All sources
          </Link>
        </p>
      </Section>
      <Section title="Method">
        <p className="border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">
          {about?.description}{" "}
          {about?.unit === "count"
            ? "Counted from the current records of the catalog."
            : "As recorded in the catalog."}
        </p>
        {members && (
          <p className="mt-2 text-sm [overflow-wrap:anywhere]">
            <span className="text-text-3">Counted </span>
            <bdi>{members}</bdi>
          </p>
        )}
        <p className="mt-2 text-sm">
          <span className="text-text-3">Field </span>
          <code className="font-mono text-xs">{field}</code>
        </p>
        <Result label={name}>{figure}</Result>
      </Section>
      <Section title="Correct it">
        <Correct
          about={name}
          facts={[`Shown: ${figure}`, `Source: ${source}`]}
          call={callOf(getterOf(of), { slug })}
        />
      </Section>
    </>
  );
}
