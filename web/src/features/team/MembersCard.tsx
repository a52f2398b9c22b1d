import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { Organization, TeamMember } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/buttons/Button";
import { searchAbove } from "@/components/ui/selects/options";
import { type MemberAct, MemberRow } from "./MemberRow";
import { useTeamOutcome } from "./useTeamOutcome";

type TeamProps = { team: Organization; userId: string; owner: boolean };

type Confirmation = { title: string; description: string; action: string };

function confirmationOf(act: MemberAct, team: Organization, you: boolean): Confirmation {
  const who = act.member.name ?? act.member.email;
  if (act.kind === "remove") {
    return {
      title: "Remove this member?",
      description: `${who} loses access to ${team.name} immediately and can return only by invitation.`,
      action: "Remove",
    };
  }
  if (act.role === "owner") {
    return {
      title: "Make this member an owner?",
      description: `${who} can invite and remove members, and change your role.`,
      action: "Make owner",
    };
  }
  return {
    title: you ? "Step down to member?" : "Make this owner a member?",
    description: you
      ? `You stay in ${team.name}. Only another owner can make you one again.`
      : `${who} stays in ${team.name} and can no longer invite, remove or rename.`,
    action: you ? "Step down" : "Make member",
  };
}

type ActDialogProps = { act: MemberAct; team: Organization; you: boolean; onClose: () => void };

function ActDialog({ act, team, you, onClose }: ActDialogProps) {
  const trpc = useTRPC();
  const outcome = useTeamOutcome();
  const who = act.member.name ?? act.member.email;
  const ending = { closed: onClose };
  const setRole = useMutation(
    trpc.teams.setRole.mutationOptions(
      outcome(you ? "You are now a member." : `The role of ${who} has changed.`, ending),
    ),
  );
  const remove = useMutation(
    trpc.teams.removeMember.mutationOptions(outcome(`${who} is no longer a member.`, ending)),
  );
  const place = { organization_id: team.id, user_id: act.member.user_id };
  return (
    <ConfirmDialog
      {...confirmationOf(act, team, you)}
      pending={setRole.isPending || remove.isPending}
      onConfirm={() => {
        if (act.kind === "role") setRole.mutate({ ...place, role: act.role });
        else remove.mutate(place);
      }}
      onClose={onClose}
    />
  );
}

function matches(member: TeamMember, search: string): boolean {
  const term = search.trim().toLowerCase();
  return `${member.name ?? ""} ${member.email}`.toLowerCase().includes(term);
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="border-line border-b px-(--card-pad) py-2">
      <input
        type="search"
        aria-label="Search members"
        placeholder="Name or e-mail address"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-(--control-h) w-full max-w-[320px] rounded-md border border-control-line bg-surface px-2.5 text-start placeholder:text-text-3 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
    </div>
  );
}

export function MembersCard({ team, userId, owner }: TeamProps) {
  const trpc = useTRPC();
  const members = useQuery(
    trpc.teams.members.queryOptions({ organization_id: team.id }, { staleTime: 0 }),
  );
  const client = useQueryClient();
  const [act, setAct] = useState<MemberAct | null>(null);
  const [search, setSearch] = useState("");

  if (members.isPending) return <LoadingCard title="Members" what="the members" />;
  if (members.isError) {
    return (
      <Card title="Members">
        <ErrorState
          what="The members"
          failure={describeFailure(members.error)}
          onRetry={() => {
            void members.refetch();
            // A user who was removed works in another organization now.
            void client.invalidateQueries(trpc.users.getProfile.queryFilter());
          }}
        />
      </Card>
    );
  }
  const all = members.data.results;
  const found = all.filter((member) => matches(member, search));
  const count = all.length === 1 ? "You are the only member." : `${all.length} people.`;
  return (
    <Card
      title="Members"
      lead={`${count} Owners can invite and remove members; all members can see this list.`}
    >
      {all.length > searchAbove && <SearchBox value={search} onChange={setSearch} />}
      <ul>
        {found.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            you={member.user_id === userId}
            onAct={owner ? setAct : undefined}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <EmptyState
          title="No members match"
          action={<Button onClick={() => setSearch("")}>Show all members</Button>}
        />
      )}
      {act && (
        <ActDialog
          act={act}
          team={team}
          you={act.member.user_id === userId}
          onClose={() => setAct(null)}
        />
      )}
    </Card>
  );
}
