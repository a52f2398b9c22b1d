import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { ApiKey, ApiKeyStatus } from "@/api/contract";
import { maskedKey } from "@/records/apiKeys/keyTexts";
import { ReasonDialog } from "../ReasonDialog";
import { useAccessOutcome } from "../useAccessRefresh";

type KeyStatusDialogProps = { apiKey: ApiKey; status: ApiKeyStatus; onClose: () => void };

const texts: Record<ApiKeyStatus, { verb: string; done: string; effect: string }> = {
  active: {
    verb: "Enable",
    done: "enabled",
    effect: "Programs can use it again.",
  },
  disabled: {
    verb: "Disable",
    done: "disabled",
    effect: "Programs that use it are refused until an administrator enables it.",
  },
  revoked: {
    verb: "Revoke",
    done: "revoked",
    effect: "Programs that use it are refused at once. A revoked key cannot be enabled again.",
  },
};

/** Gives a key another status, for a reason. Its owner receives an e-mail. */
export function KeyStatusDialog({ apiKey, status, onClose }: KeyStatusDialogProps) {
  const { id, version, name } = apiKey;
  const { verb, done, effect } = texts[status];
  const trpc = useTRPC();
  const outcome = useAccessOutcome();
  const [error, setError] = useState<string | null>(null);
  const change = useMutation(
    trpc.adminApiKeys.setStatus.mutationOptions(
      outcome(`${name} was ${done}.`, { done: onClose, failed: setError }),
    ),
  );
  return (
    <ReasonDialog
      title={`${verb} this key?`}
      description={`${name} (${maskedKey(apiKey)}): ${effect} Its owner receives an e-mail, without the reason.`}
      action={`${verb} key`}
      look={status === "active" ? "primary" : "danger"}
      required
      pending={change.isPending}
      error={error}
      onConfirm={(reason) => change.mutate({ id, version, status, reason })}
      onClose={onClose}
    />
  );
}
