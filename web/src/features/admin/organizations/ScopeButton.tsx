import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { OrganizationEntry } from "@/api/contract";
import { longestTeamName } from "@/api/contract";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { NameDialog } from "@/components/NameDialog";
import { Button } from "@/components/ui/buttons/Button";
import { useAdminOutcome } from "../useAdminOutcome";

/** Makes a personal organization a team, or a team of one personal. */
export function ScopeButton({ organization }: { organization: OrganizationEntry }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { id, name, scope } = organization;
  const team = scope === "team";
  const close = () => setAsking(false);
  const setScope = useMutation(
    trpc.adminOrganizations.setScope.mutationOptions(
      team
        ? outcome("The organization is now personal.", { closed: close })
        : outcome("The organization is now a team.", { done: close, failed: setError }),
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
        {team ? "Make personal" : "Make a team"}
      </Button>
      {asking && team && (
        <ConfirmDialog
          title="Make this team personal?"
          description={`${name} becomes the personal organization of its only member and keeps its plan. It replaces their current personal organization, which is deleted.`}
          action="Make personal"
          pending={setScope.isPending}
          onConfirm={() => setScope.mutate({ id, scope: "personal" })}
          onClose={close}
        />
      )}
      {asking && !team && (
        <NameDialog
          longest={longestTeamName}
          title="Make this a team"
          description="Its user becomes the owner and can invite others. The plan stays with the team; the user gets a new personal organization on the free plan."
          action="Make a team"
          name={name}
          pending={setScope.isPending}
          error={error}
          onSubmit={(called) => {
            setError(null);
            setScope.mutate({ id, scope: "team", name: called });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
