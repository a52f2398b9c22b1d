import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/Button";
import type { Form } from "./useForm";

type FormBarProps = {
  form: Form;
  /** The label of the button that stores the form. */
  action: string;
  pending: boolean;
  /** The result of the last attempt: stored, or why not. */
  outcome: ReactNode;
};

/** Stays at the foot of the window: what is not stored yet, and what can be done about it. */
export function FormBar({ form, action, pending, outcome }: FormBarProps) {
  const count = form.changed.length;
  const words = count === 1 ? "1 unsaved change" : `${count} unsaved changes`;
  return (
    <div className="sticky bottom-0 z-(--z-sticky) flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-md border-line-strong border-t bg-raised px-(--card-pad) py-2.5">
      <div className="min-w-0 flex-1 basis-[200px]">
        <p role="status" className={count > 0 ? "font-medium" : "text-text-2"}>
          {count > 0 ? words : "No unsaved changes"}
        </p>
        {outcome}
      </div>
      <div className="flex flex-wrap gap-2">
        {count > 0 && (
          <Button onClick={form.discard} disabled={pending}>
            Discard
          </Button>
        )}
        <Button look="primary" type="submit" loading={pending}>
          {action}
        </Button>
      </div>
    </div>
  );
}
