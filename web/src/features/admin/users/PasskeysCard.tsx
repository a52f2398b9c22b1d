import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { UserDetail } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/buttons/Button";
import { pluralize } from "../adminLabels";
import { useAdminOutcome } from "../useAdminOutcome";

function RemoveDialog({ detail, onClose }: { detail: UserDetail; onClose: () => void }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const { user } = detail;
  const remove = useMutation(
    trpc.adminUsers.removePasskeys.mutationOptions(
      outcome(({ removed }) => `${pluralize(removed, "passkey")} removed.`, { closed: onClose }),
    ),
  );
  return (
    <ConfirmDialog
      title="Remove all passkeys?"
      description={`${user.email} signs in without a passkey until a new one is added. Recovery codes no longer work. Confirm first that the request is from this person.`}
      action="Remove passkeys"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: user.id })}
      onClose={onClose}
    />
  );
}

/** The passkeys of a user, which an administrator can remove when they are lost. */
export function PasskeysCard({ detail, you }: { detail: UserDetail; you: boolean }) {
  const [removing, setRemoving] = useState(false);
  const { passkeys, second_factor } = detail;
  if (passkeys === 0 && !second_factor) return null;
  return (
    <Card title="Passkeys">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-(--card-pad) py-3.5">
        <div className="min-w-0 flex-1 basis-[280px]">
          <p className="num font-medium">{pluralize(passkeys, "passkey")}</p>
          <p className="mt-0.5 text-sm text-text-2">
            {second_factor
              ? "Every sign-in requires a passkey or a recovery code."
              : "A passkey is not required to sign in."}
            {you && " Remove your own in the settings."}
          </p>
        </div>
        <Button look="danger" disabled={you} onClick={() => setRemoving(true)}>
          Remove passkeys
        </Button>
      </div>
      {removing && <RemoveDialog detail={detail} onClose={() => setRemoving(false)} />}
    </Card>
  );
}
