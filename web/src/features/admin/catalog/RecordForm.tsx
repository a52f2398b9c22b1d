import type { ResourceMeta } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConflictCard } from "@/components/form/ConflictCard";
import { EditForm } from "@/components/form/EditForm";
import { FormField } from "@/components/form/FormField";
import { SaveOutcome } from "@/components/form/SaveOutcome";
import { explainFailure } from "@/components/states/failureTexts";
import type { CatalogRecord } from "@/records/resource";
import { ChangeAuthor } from "../Editor";
import type { Kind } from "./kinds";
import { sectionsOf } from "./recordFields";
import { refusalText } from "./refusals";
import { useRecordForm } from "./useRecordForm";
import { valueText } from "./valueTexts";

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

/** The form of a record: its fields under headings, with errors and conflicts. */
export function RecordForm(props: RecordFormProps) {
  const { kind, record } = props;
  const edited = useRecordForm(props);
  const { form, columns, conflict, outcome, imported, pending, restored } = edited;
  const one = kind.one.toLowerCase();
  return (
    <EditForm
      label={record ? `Edit ${record.name}` : `New ${one}`}
      form={form}
      what={record?.name ?? `the new ${one}`}
      restored={restored}
      conflict={
        conflict && (
          <ConflictCard
            differences={conflict.differences}
            author={<ChangeAuthor change={conflict.change} />}
            form={form}
            textOf={(name, value) => {
              const column = columns.find((known) => known.name === name);
              return column ? valueText(column, value) : null;
            }}
          />
        )
      }
      action={record ? "Save changes" : `Create ${one}`}
      pending={pending}
      outcome={
        <SaveOutcome
          outcome={outcome}
          explain={(failure) => refusalText(failure.reason) ?? explainFailure(failure)}
        />
      }
      onLeave={edited.forget}
    >
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
    </EditForm>
  );
}
