import { membershipRoleLabels, type TeamMember } from "@/api/contract";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Menu } from "@/components/ui/overlays/Menu";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";

import { formatDay, formatInstant } from "@/lib/format";

/** The actions of an owner on a member. */
export type MemberAct =
  | { kind: "role"; member: TeamMember; role: "owner" | "member" }
  | { kind: "remove"; member: TeamMember };

type MemberRowProps = {
  member: TeamMember;
  you: boolean;
  /** Absent for members who may only read. */
  onAct?: (act: MemberAct) => void;
};

function acts(member: TeamMember, you: boolean, onAct: (act: MemberAct) => void): MenuEntry[][] {
  const role: MenuEntry =
    member.role === "owner"
      ? {
          label: you ? "Step down to member" : "Make member",
          icon: "user",
          onSelect: () => onAct({ kind: "role", member, role: "member" }),
        }
      : {
          label: "Make owner",
          icon: "role",
          onSelect: () => onAct({ kind: "role", member, role: "owner" }),
        };
  const remove: MenuEntry = {
    label: "Remove from team",
    icon: "trash",
    danger: true,
    onSelect: () => onAct({ kind: "remove", member }),
  };
  return you ? [[role]] : [[role], [remove]];
}

export function MemberRow({ member, you, onAct }: MemberRowProps) {
  return (
    <li
      data-member={member.user_id}
      className="flex items-center gap-x-4 border-line border-b px-(--card-pad) py-2 last:border-b-0"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <div className="min-w-0 flex-1 basis-[220px]">
          <span className="block font-medium [overflow-wrap:anywhere]">
            <bdi>{member.name ?? member.email}</bdi>
            {you && <span className="ms-1.5 font-normal text-text-2">(you)</span>}
          </span>
          {member.name && (
            <span className="block text-sm text-text-2 [overflow-wrap:anywhere]">
              {member.email}
            </span>
          )}
        </div>
        <div className="flex basis-[200px] gap-x-4 text-sm text-text-2">
          <span className={`w-14 ${member.role === "owner" ? "text-text" : ""}`}>
            {membershipRoleLabels[member.role]}
          </span>
          <span className="num">
            since{" "}
            <time dateTime={member.joined_at} title={formatInstant(member.joined_at)}>
              {formatDay(member.joined_at)}
            </time>
          </span>
        </div>
      </div>
      {onAct && (
        <Menu
          label={`Change ${member.email}`}
          trigger={<IconButton icon="more" label={`Change ${member.email}`} />}
          groups={acts(member, you, onAct)}
        />
      )}
    </li>
  );
}
