import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { membershipRoleLabels, type TeamInvitation } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Pill } from "@/components/ui/marks/Pill";

import { formatDay, formatInstant } from "@/lib/format";
import { useTeamOutcome } from "./useTeamOutcome";

type InvitationRowProps = { teamId: string; invitation: TeamInvitation };

export function InvitationRow({ teamId, invitation }: InvitationRowProps) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const { id, email, expired, expires_at, invited_by } = invitation;
  const resend = useMutation(
    trpc.teams.resend.mutationOptions(outcome(`A new link was sent to ${email}.`)),
  );
  const revoke = useMutation(
    trpc.teams.revoke.mutationOptions(outcome(`The invitation of ${email} is revoked.`)),
  );
  const place = { organization_id: teamId, id };
  return (
    <li
      data-invitation={id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-(--card-pad) py-2 last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-[260px]">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
          {expired && <Pill tone="warning">Expired</Pill>}
        </div>
        <div className="flex flex-wrap gap-x-4 text-sm text-text-2">
          <span>{membershipRoleLabels[invitation.role]}</span>
          <span className="num">
            {expired ? "Ended" : "Ends"}{" "}
            <time dateTime={expires_at} title={formatInstant(expires_at)}>
              {formatDay(expires_at)}
            </time>
          </span>
          {invited_by && <span className="[overflow-wrap:anywhere]">By {invited_by}</span>}
        </div>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          loading={resend.isPending}
          aria-label={`Send again to ${email}`}
          onClick={() => resend.mutate(place)}
        >
          Send again
        </Button>
        <Button
          size="small"
          look="danger"
          loading={revoke.isPending}
          aria-label={`Revoke the invitation of ${email}`}
          onClick={() => revoke.mutate(place)}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}
