import type { ReactNode } from "react";
import { ConflictCard, type ValueText } from "@/components/form/ConflictCard";
import { EditForm } from "@/components/form/EditForm";
import { SaveOutcome } from "@/components/form/SaveOutcome";
import { ChangeAuthor } from "../Editor";
import { explainAccessFailure } from "./refusals";
import type { AccessRecord, useAccessForm } from "./useAccessForm";

type AccessFormProps<Stored extends AccessRecord> = {
  edited: ReturnType<typeof useAccessForm<Stored>>;
  /** The name of the form: "Edit Premium Treasuries". */
  label: string;
  /** The name of what is edited: "Premium Treasuries". */
  what: string;
  action: string;
  /** A value in words, where others changed it meanwhile. */
  textOf: ValueText;
  children: ReactNode;
};

function authorOf({ updated_at, updated_by }: AccessRecord) {
  return updated_by === null ? null : { changed_by: updated_by, changed_at: updated_at };
}

/** The form of a role, a policy or an assignment over a whole page. */
export function AccessForm<Stored extends AccessRecord>(props: AccessFormProps<Stored>) {
  const { edited, label, what, action, textOf, children } = props;
  const { form, conflict } = edited;
  return (
    <EditForm
      label={label}
      form={form}
      what={what}
      restored={edited.restored}
      conflict={
        conflict && (
          <ConflictCard
            differences={conflict.differences}
            author={<ChangeAuthor change={authorOf(conflict.record)} />}
            form={form}
            textOf={textOf}
          />
        )
      }
      action={action}
      pending={edited.pending}
      outcome={<SaveOutcome outcome={edited.outcome} explain={explainAccessFailure} />}
      onLeave={edited.forget}
    >
      {children}
    </EditForm>
  );
}
