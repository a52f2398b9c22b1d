import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { RoleEntry } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { pluralize } from "../../adminLabels";
import { ReasonDialog } from "../ReasonDialog";
import { useAccessOutcome } from "../useAccessRefresh";

/** Disables a role, so that its holders lose its policies, or enables it again. */
export function RoleStatusButton({ entry }: { entry: RoleEntry }) {
  const { role, users, organizations } = entry;
  const { id, version, display_name: name } = role;
  const isActive = role.status === "active";
  const trpc = useTRPC();
  const outcome = useAccessOutcome();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setAsking(false);
    setError(null);
  };
  const setStatus = useMutation(
    trpc.accessRoles.setStatus.mutationOptions(
      outcome(isActive ? `${name} is disabled.` : `${name} is enabled.`, {
        done: close,
        failed: setError,
      }),
    ),
  );
  const holders = `${pluralize(users, "user")} and ${pluralize(organizations, "organization")}`;
  return (
    <>
      <Button look={isActive ? "danger" : "plain"} onClick={() => setAsking(true)}>
        {isActive ? "Disable role" : "Enable role"}
      </Button>
      {asking && (
        <ReasonDialog
          title={isActive ? "Disable this role?" : "Enable this role?"}
          description={
            isActive
              ? `${holders} immediately lose the policies of ${name}. They keep the role, and have the policies again when it is enabled.`
              : `${holders} immediately have the policies of ${name} again.`
          }
          action={isActive ? "Disable" : "Enable"}
          pending={setStatus.isPending}
          error={error}
          onConfirm={(reason) =>
            setStatus.mutate({
              id,
              version,
              status: isActive ? "disabled" : "active",
              reason: reason === "" ? null : reason,
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}
