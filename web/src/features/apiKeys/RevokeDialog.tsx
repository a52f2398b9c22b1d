import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { ApiKey } from "@/api/contract";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { maskedKey } from "@/records/apiKeys/keyTexts";
import { useKeyOutcome } from "./useKeyOutcome";

/** Ends a key for good, after a question. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, version, name } = apiKey;
  const trpc = useTRPC();
  const outcome = useKeyOutcome();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions(outcome(`${name} was revoked.`, { closed: onClose })),
  );
  return (
    <ConfirmDialog
      title="Revoke this key?"
      description={
        <>
          Programs that use <bdi>{name}</bdi> ({maskedKey(apiKey)}) are refused at once. A revoked
          key cannot be enabled again.
        </>
      }
      action="Revoke key"
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id, version })}
      onClose={onClose}
    />
  );
}
