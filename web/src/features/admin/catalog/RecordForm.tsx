import type { ResourceMeta } from "@/api/contract";
import { Card } from "@/components/Card";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { FormBar } from "@/components/form/FormBar";
import { FormField } from "@/components/form/FormField";
import { LeaveGuard } from "@/components/form/LeaveGuard";
import { explainFailure } from "@/components/states/failureTexts";
import { Notice } from "@/components/states/Notice";
import { DateText } from "@/components/ui/text/Figure";
import type { CatalogRecord } from "@/records/resource";
import { ConflictCard } from "./ConflictCard";
import type { Kind } from "./kinds";
import { sectionsOf } from "./recordFields";
import { refusalText } from "./refusals";
import { type Outcome, useRecordForm } from "./useRecordForm";

type RecordFormProps = {
  kind: Kind;
  meta: ResourceMeta;
  /** Null for a new record. */
  record: CatalogRecord | null;
  /** Whether a file says what the record is. */
  imported: boolean;
  draftName: string;
  onSaved: (slug: string) => void;
  /** Called when the input for a record that somebody removed is discarded. */
  onAbandoned?: () => void;
};

function OutcomeLine({ outcome }: { outcome: Outcome }) {
  if (outcome === null) return null;
  if (outcome.kind === "failed") {
    const { failure, details } = outcome;
    const text = refusalText(failure.reason) ?? explainFailure(failure);
    return (
      <div role="alert" className="text-neg text-sm">
        <p>Not saved. {details.length === 0 ? text : details.join(" ")}</p>
        {failure.traceId && (
          <p className="text-text-3">
            Reference <code className="font-mono [overflow-wrap:anywhere]">{failure.traceId}</code>
          </p>
        )}
      </div>
    );
  }
  return (
    <p role="status" className="text-sm text-text-2">
      {outcome.kind === "saved" ? (
        <>
          Saved <DateText value={outcome.at} time />
        </>
      ) : (
        "Nothing has changed, so nothing was saved."
      )}
    </p>
  );
}

/** The form of a record: its fields under headings, with errors and conflicts. */
export function RecordForm(props: RecordFormProps) {
  const { kind, record } = props;
  const edited = useRecordForm(props);
  const { form, conflict, outcome, dirty, imported, pending, restored } = edited;
  const name = record?.name ?? `the new ${kind.one.toLowerCase()}`;
  return (
    <form
      noValidate
      aria-label={record ? `Edit ${record.name}` : `New ${kind.one.toLowerCase()}`}
      onSubmit={form.submit}
      onKeyDown={form.onKeyDown}
      // A field that takes the focus stands clear of the header and of the bar at the foot.
      className="flex min-w-0 flex-col gap-4 [&_:is(input,textarea,button)]:scroll-mt-20 [&_:is(input,textarea,button)]:scroll-mb-32"
    >
      {restored && !conflict && (
        <Notice icon="history">
          Your unsaved changes are in the form again. Save or discard them below.
        </Notice>
      )}
      {conflict && <ConflictCard conflict={conflict} form={form} />}
      <ErrorSummary form={form} />
      {sectionsOf(kind, form.fields).map(({ title, fields }) => (
        <Card
          key={title}
          title={title}
          lead={
            fields[0]?.name === "source" && imported && record
              ? "This record was imported. State the source of your change; later imports then leave the record unchanged."
              : undefined
          }
        >
          <div className="grid gap-x-4 gap-y-4 px-(--card-pad) py-4 sm:grid-cols-2">
            {fields.map((field) => (
              <FormField key={field.name} form={form} field={field} />
            ))}
          </div>
        </Card>
      ))}
      <FormBar
        form={form}
        action={record ? "Save changes" : `Create ${kind.one.toLowerCase()}`}
        pending={pending}
        outcome={<OutcomeLine outcome={outcome} />}
      />
      <LeaveGuard dirty={dirty && !pending} what={name} onLeave={edited.forget} />
    </form>
  );
}
