import type { ReactNode } from "react";
import { Notice } from "@/components/states/Notice";
import { ErrorSummary } from "./ErrorSummary";
import { FormBar } from "./FormBar";
import { LeaveGuard } from "./LeaveGuard";
import type { Form } from "./useForm";

type EditFormProps = {
  /** The name of the form: "Edit Circle". */
  label: string;
  form: Form;
  /** The name of what is edited, for the question before it is left: "Circle". */
  what: string;
  /** Whether what the form shows was typed before the page was opened. */
  restored: boolean;
  /** Values that another person saved meanwhile; null for none. */
  conflict: ReactNode;
  action: string;
  pending: boolean;
  /** The result of the last attempt. */
  outcome: ReactNode;
  /** Called before the page is left without saving. */
  onLeave: () => void;
  children: ReactNode;
};

/** The frame of a form over a whole page: its faults and conflicts above, its fields, and its bar at the foot. */
export function EditForm(props: EditFormProps) {
  const { label, form, what, restored, conflict, action, pending, outcome, onLeave } = props;
  return (
    <form
      noValidate
      aria-label={label}
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
      {conflict}
      <ErrorSummary form={form} />
      {props.children}
      <FormBar form={form} action={action} pending={pending} outcome={outcome} />
      <LeaveGuard dirty={form.changed.length > 0 && !pending} what={what} onLeave={onLeave} />
    </form>
  );
}
