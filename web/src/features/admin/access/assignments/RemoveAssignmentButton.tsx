import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { PolicyAssignmentEntry } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { assignmentsAddress } from "../addresses";
import { ReasonDialog } from "../ReasonDialog";
import { useAccessOutcome } from "../useAccessRefresh";

type RemoveAssignmentButtonProps = {
  entry: PolicyAssignmentEntry;
  /** Called once it is removed, before the page is left. */
  onRemoved: () => void;
};

/** Takes a policy away from a role. */
export function RemoveAssignmentButton({ entry, onRemoved }: RemoveAssignmentButtonProps) {
  const { assignment, role_name, policy_name } = entry;
  const trpc = useTRPC();
  const router = useRouter();
  const outcome = useAccessOutcome();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = useMutation(
    trpc.accessAssignments.remove.mutationOptions(
      outcome(`${policy_name} was removed from ${role_name}.`, {
        done: () => {
          onRemoved();
          void router.push(assignmentsAddress);
        },
        failed: setError,
      }),
    ),
  );
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Remove assignment
      </Button>
      {asking && (
        <ReasonDialog
          title="Remove this assignment?"
          description={`Everybody who holds ${role_name} loses what ${policy_name} allows, or what it denies no longer applies to them. It takes effect within seconds.`}
          action="Remove"
          pending={remove.isPending}
          error={error}
          onConfirm={(reason) => {
            setError(null);
            const { id, version } = assignment;
            remove.mutate({ id, version, ...(reason !== "" && { reason }) });
          }}
          onClose={() => {
            setAsking(false);
            setError(null);
          }}
        />
      )}
    </>
  );
}
