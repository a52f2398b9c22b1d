import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { OrganizationDetail, OrganizationMember } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { searchAbove } from "@/components/ui/selects/options";
import { SearchBox } from "@/lists/filter/SearchBox";
import { pluralize } from "../adminLabels";
import { type MemberAct, MemberLine } from "../MemberLine";
import { useAdminOutcome } from "../useAdminOutcome";
import { AddMemberButton } from "./AddMemberButton";

type Confirmation = { title: string; description: string; action: string };

function confirmationOf({ kind, member }: MemberAct, team: string): Confirmation {
  if (kind === "remove") {
    return {
      title: "Remove this member?",
      description: `${member.email} loses access to ${team} immediately and can return only by invitation.`,
      action: "Remove",
    };
  }
  if (member.role === "member") {
    return {
      title: "Make this member an owner?",
      description: `${member.email} can invite and remove members of ${team}, and rename it.`,
      action: "Make owner",
    };
  }
  return {
    title: "Make this owner a member?",
    description: `${member.email} stays in ${team} and can no longer invite, remove or rename.`,
    action: "Make member",
  };
}

type ActDialogProps = { act: MemberAct; id: string; team: string; onClose: () => void };

function ActDialog({ act, id, team, onClose }: ActDialogProps) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const { email, user_id, role } = act.member;
  const setRole = useMutation(
    trpc.adminOrganizations.setMemberRole.mutationOptions(
      outcome(`The role of ${email} has changed.`, { closed: onClose }),
    ),
  );
  const remove = useMutation(
    trpc.adminOrganizations.removeMember.mutationOptions(
      outcome(`${email} is no longer a member.`, { closed: onClose }),
    ),
  );
  return (
    <ConfirmDialog
      {...confirmationOf(act, team)}
      pending={setRole.isPending || remove.isPending}
      onConfirm={() => {
        if (act.kind === "remove") remove.mutate({ id, user_id });
        else setRole.mutate({ id, user_id, role: role === "owner" ? "member" : "owner" });
      }}
      onClose={onClose}
    />
  );
}

function matches(member: OrganizationMember, search: string): boolean {
  return `${member.name ?? ""} ${member.email}`.toLowerCase().includes(search.toLowerCase());
}

export function MembersCard({ detail }: { detail: OrganizationDetail }) {
  const [act, setAct] = useState<MemberAct | null>(null);
  const [search, setSearch] = useState("");
  const { organization, members, invitations } = detail;
  const team = organization.scope === "team";
  const waiting = `${pluralize(invitations, "open invitation")}.`;
  const found = members.filter((member) => matches(member, search));
  return (
    <Card
      title="Members"
      lead={
        team
          ? `${pluralize(members.length, "person", "people")}. ${waiting}`
          : "The personal workspace of one user."
      }
    >
      {members.length > searchAbove && (
        <div className="border-line border-b px-(--card-pad) py-2">
          <SearchBox label="Search members" value={search} onChange={setSearch} />
        </div>
      )}
      <ul aria-label="Members">
        {found.map((member) => (
          <MemberLine key={member.user_id} member={member} onAct={team ? setAct : undefined} />
        ))}
      </ul>
      {found.length === 0 && <p className="px-(--card-pad) py-4 text-text-2">No members match.</p>}
      {team && (
        <div className="border-line border-t px-(--card-pad) py-3">
          <AddMemberButton organization={organization} />
        </div>
      )}
      {act && (
        <ActDialog
          act={act}
          id={organization.id}
          team={organization.name}
          onClose={() => setAct(null)}
        />
      )}
    </Card>
  );
}
