import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { PolicyEntry } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { pluralize } from "../../adminLabels";
import { policiesAddress } from "../addresses";
import { ReasonDialog } from "../ReasonDialog";
import { useAccessOutcome } from "../useAccessRefresh";

/** Ends a policy: a draft is deleted, one that was active is archived and stays readable. */
export function EndPolicyButton({ entry }: { entry: PolicyEntry }) {
  const { policy, roles } = entry;
  const { id, version, name } = policy;
  const isDraft = policy.status === "draft";
  const trpc = useTRPC();
  const router = useRouter();
  const outcome = useAccessOutcome();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setAsking(false);
    setError(null);
  };
  const archive = useMutation(
    trpc.accessPolicies.archive.mutationOptions(
      outcome(`${name} is archived.`, { done: close, failed: setError }),
    ),
  );
  const remove = useMutation(
    trpc.accessPolicies.delete.mutationOptions(
      outcome(`${name} was deleted.`, {
        done: () => void router.push(policiesAddress),
        failed: setError,
      }),
    ),
  );
  if (isDraft && roles > 0) {
    return (
      <p className="text-sm text-text-2">
        The draft is assigned to {pluralize(roles, "role")}. Remove the assignments to delete it.
      </p>
    );
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {isDraft ? "Delete draft" : "Archive"}
      </Button>
      {asking && (
        <ReasonDialog
          title={isDraft ? "Delete this draft?" : "Archive this policy?"}
          description={
            isDraft
              ? `${name} is deleted for good. It never had effect.`
              : `${name} loses its effect immediately and for good. ${roles === 0 ? "No role has it." : `It is assigned to ${pluralize(roles, "role")}.`}`
          }
          action={isDraft ? "Delete" : "Archive"}
          pending={archive.isPending || remove.isPending}
          error={error}
          onConfirm={(text) => {
            const reason = text === "" ? null : text;
            if (isDraft) remove.mutate({ id, version, reason });
            else archive.mutate({ id, version, reason });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
