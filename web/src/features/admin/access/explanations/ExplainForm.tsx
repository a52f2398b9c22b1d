import type { ReactNode } from "react";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { FormField } from "@/components/form/FormField";
import type { FormFieldSpec } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { Button } from "@/components/ui/buttons/Button";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { AnswerSections, AnswerText } from "./AnswerSections";
import {
  callerField,
  callFields,
  circumstanceFields,
  type FirstCall,
  keyField,
} from "./explainFields";
import type { Subject } from "./PolicyLinks";
import { SelectionFields } from "./SelectionFields";
import { useExplainForm } from "./useExplainForm";

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </fieldset>
  );
}

function Columns({ form, fields }: { form: Form; fields: ReadonlyArray<FormFieldSpec> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} />
      ))}
    </div>
  );
}

type ExplainFormProps = { subject: Subject | null; first: FirstCall };

/** A call as a form, and below it the decision on the call or the roles that allow it. */
export function ExplainForm({ subject, first }: ExplainFormProps) {
  const { form, accounts, selectionOf, listRoles, pending, answer, refusal } =
    useExplainForm(first);
  return (
    <>
      <form
        noValidate
        aria-label="Explain a decision"
        onSubmit={form.submit}
        onKeyDown={form.onKeyDown}
        className="flex min-w-0 flex-col gap-5 px-(--card-pad) pb-4"
      >
        <ErrorSummary form={form} />
        <Group title="Caller">
          <FormField form={form} field={callerField} />
          {form.values.caller === "account" && <Columns form={form} fields={accounts} />}
          {form.values.caller === "key" && <FormField form={form} field={keyField} />}
        </Group>
        <Group title="Call">
          <Columns form={form} fields={callFields} />
        </Group>
        <Group title="Selected records">
          <SelectionFields form={form} fieldOf={selectionOf} />
        </Group>
        <Group title="Days, time and network">
          <Columns form={form} fields={circumstanceFields} />
        </Group>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" loading={pending === "explanation"}>
            Explain
          </Button>
          <Button onClick={listRoles} loading={pending === "roles"}>
            Who can do this?
          </Button>
        </div>
        {refusal && (
          <p role="alert" className="text-neg text-sm">
            No answer. {refusal}
          </p>
        )}
      </form>
      <div aria-busy={pending !== null}>
        {/* There before the answer, so that the answer is read out. */}
        <div role="status">{answer && pending === null && <AnswerText answer={answer} />}</div>
        {answer && pending === null && <AnswerSections answer={answer} subject={subject} />}
        {pending !== null && (
          <div className="border-line border-t px-(--card-pad) py-4">
            <Skeleton className="h-5 w-3/4 rounded-sm" />
          </div>
        )}
      </div>
    </>
  );
}
