import { membershipRoleLabels, type OrganizationMember } from "@/api/contract";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Link } from "@/components/ui/links/Link";
import { Menu } from "@/components/ui/overlays/Menu";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import { DateText } from "@/components/ui/text/Figure";
import { StateMark } from "./accountMarks";
import { userAddress } from "./addresses";

/** The actions of an administrator on a member. */
export type MemberAct = { kind: "role" | "remove"; member: OrganizationMember };

type MemberLineProps = {
  member: OrganizationMember;
  /** Absent where members cannot be changed. */
  onAct: ((act: MemberAct) => void) | undefined;
};

function entriesOf(member: OrganizationMember, onAct: (act: MemberAct) => void): MenuEntry[][] {
  const owner = member.role === "owner";
  return [
    [
      {
        label: owner ? "Make member" : "Make owner",
        icon: owner ? "user" : "role",
        onSelect: () => onAct({ kind: "role", member }),
      },
    ],
    [
      {
        label: "Remove from team",
        icon: "trash",
        danger: true,
        onSelect: () => onAct({ kind: "remove", member }),
      },
    ],
  ];
}

export function MemberLine({ member, onAct }: MemberLineProps) {
  return (
    <li className="flex items-center gap-x-4 border-line border-b px-(--card-pad) py-2 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-[220px]">
          <Link
            href={userAddress(member.user_id)}
            className="rounded-sm font-medium text-accent [overflow-wrap:anywhere] hover:underline"
          >
            <bdi>{member.email}</bdi>
          </Link>
          {member.name && (
            <bdi className="block text-sm text-text-2 [overflow-wrap:anywhere]">{member.name}</bdi>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 text-sm text-text-2">
          {member.state === "deactivated" && <StateMark state={member.state} />}
          <span className={`w-14 ${member.role === "owner" ? "text-text" : ""}`}>
            {membershipRoleLabels[member.role]}
          </span>
          <span className="num">
            since <DateText value={member.joined_at} />
          </span>
        </div>
      </div>
      {onAct && (
        <Menu
          label={`Change ${member.email}`}
          trigger={<IconButton icon="more" label={`Change ${member.email}`} />}
          groups={entriesOf(member, onAct)}
        />
      )}
    </li>
  );
}
