import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { OrganizationEntry } from "@/api/contract";
import { longestTeamName } from "@/api/contract";
import { NameDialog } from "@/components/NameDialog";
import { Button } from "@/components/ui/buttons/Button";
import { useAdminOutcome } from "../useAdminOutcome";

/** Gives a team another name. */
export function RenameButton({ organization: { id, name } }: { organization: OrganizationEntry }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const rename = useMutation(
    trpc.adminOrganizations.rename.mutationOptions(
      outcome("The name has changed.", { done: () => setAsking(false), failed: setError }),
    ),
  );
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setError(null);
          setAsking(true);
        }}
      >
        Rename
      </Button>
      {asking && (
        <NameDialog
          longest={longestTeamName}
          title="Rename this team"
          description="Its members see the new name within seconds."
          action="Rename"
          name={name}
          pending={rename.isPending}
          error={error}
          onSubmit={(next) => {
            setError(null);
            rename.mutate({ id, name: next });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
