import { useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { ReasonDialog } from "./ReasonDialog";

type EndRoleButtonProps = {
  description: string;
  pending: boolean;
  error: string | null;
  /** Called when the dialog opens or closes: a failure belongs to its own attempt. */
  onReset: () => void;
  onEnd: (reason: string) => void;
};

/** Ends a role of a user or an organization, for a reason. */
export function EndRoleButton(props: EndRoleButtonProps) {
  const { description, pending, error, onReset, onEnd } = props;
  const [asking, setAsking] = useState(false);
  const toggle = (next: boolean) => {
    setAsking(next);
    onReset();
  };
  return (
    <>
      <Button look="danger" onClick={() => toggle(true)}>
        End role
      </Button>
      {asking && (
        <ReasonDialog
          title="End this role?"
          description={description}
          action="End role"
          required
          pending={pending}
          error={error}
          onConfirm={onEnd}
          onClose={() => toggle(false)}
        />
      )}
    </>
  );
}
