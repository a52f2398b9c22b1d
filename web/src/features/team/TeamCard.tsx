import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { Organization } from "@/api/contract";
import { longestTeamName } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { NameDialog } from "@/components/NameDialog";
import { Button } from "@/components/ui/buttons/Button";
import { useTeamOutcome } from "./useTeamOutcome";

type TeamProps = { team: Organization; onClose: () => void };

function RenameDialog({ team, onClose }: TeamProps) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const [error, setError] = useState<string | null>(null);
  const rename = useMutation(
    trpc.teams.rename.mutationOptions(
      outcome("The team has a new name.", { done: onClose, failed: setError }),
    ),
  );
  return (
    <NameDialog
      longest={longestTeamName}
      title="Rename the team"
      action="Rename"
      name={team.name}
      pending={rename.isPending}
      error={error}
      onSubmit={(name) => rename.mutate({ organization_id: team.id, name })}
      onClose={onClose}
    />
  );
}

function LeaveDialog({ team, onClose }: TeamProps) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const leave = useMutation(
    trpc.teams.leave.mutationOptions(
      outcome(`You left ${team.name}.`, { everywhere: true, closed: onClose }),
    ),
  );
  return (
    <ConfirmDialog
      title="Leave this team?"
      description={`Your personal organization becomes active, and the plan of ${team.name} no longer applies to you.`}
      action="Leave"
      pending={leave.isPending}
      onConfirm={() => leave.mutate({ organization_id: team.id })}
      onClose={onClose}
    />
  );
}

type TeamCardProps = { team: Organization; owner: boolean };

export function TeamCard({ team, owner }: TeamCardProps) {
  const [open, setOpen] = useState<"rename" | "leave" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="This team">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-2 px-(--card-pad) py-4 sm:grid-cols-[128px_minmax(0,1fr)]">
        <dt className="text-text-2">Name</dt>
        <dd className="[overflow-wrap:anywhere]">
          <bdi>{team.name}</bdi>
        </dd>
        {!owner && team.domain && (
          <>
            <dt className="text-text-2">Offered to</dt>
            <dd className="[overflow-wrap:anywhere]">Addresses at {team.domain}</dd>
          </>
        )}
      </dl>
      <footer className="flex flex-wrap gap-2 border-line border-t px-(--card-pad) py-3">
        {owner && (
          <Button size="small" onClick={() => setOpen("rename")}>
            Rename
          </Button>
        )}
        <Button size="small" look="danger" onClick={() => setOpen("leave")}>
          Leave team
        </Button>
      </footer>
      {open === "rename" && <RenameDialog team={team} onClose={close} />}
      {open === "leave" && <LeaveDialog team={team} onClose={close} />}
    </Card>
  );
}
