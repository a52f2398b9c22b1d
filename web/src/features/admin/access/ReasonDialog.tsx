import { type FormEvent, useId, useState } from "react";
import { longestNote } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { Dialog } from "@/components/ui/overlays/Dialog";

type ReasonDialogProps = {
  title: string;
  description: string;
  /** The label of the button that acts. */
  action: string;
  /** The look of that button. */
  look?: "danger" | "primary";
  /** Whether the change needs a reason. */
  required?: boolean;
  pending: boolean;
  /** Why the last attempt failed. */
  error: string | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Asks for confirmation of a change, with the reason that the history shows. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, action, look = "danger", required = false } = props;
  const { pending, onConfirm, onClose } = props;
  // The page below may have a field for a reason, too.
  const id = useId();
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const error = isMissing ? "Enter a reason." : props.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (pending) return;
    setIsMissing(required && text === "");
    if (!required || text !== "") onConfirm(text);
  };
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          id={id}
          label="Reason"
          hint="Shown to other administrators in the history."
          required={required}
          error={error}
          maxLength={longestNote}
          autoComplete="off"
          dir="auto"
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setIsMissing(false);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look={look} type="submit" loading={pending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
