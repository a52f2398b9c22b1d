import type { OrganizationEntry, UserEntry, UserRoleEntry } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import type { AdminListing } from "../../adminListing";
import { OrganizationName, UserName } from "../AccountName";
import type { Found } from "../accounts";
import { userRoleAddress } from "../addresses";
import { EffectMark } from "../EffectMark";

export type UserRoleRow = UserRoleEntry & {
  users: Found<UserEntry>;
  organizations: Found<OrganizationEntry>;
};

function emailOf({ user_role: { user_id: id }, users }: UserRoleRow): string {
  return users.byId.get(id)?.email ?? id;
}

function Organization({ row }: { row: UserRoleRow }) {
  const id = row.user_role.organization_id;
  if (id === null) return "Everywhere";
  return <OrganizationName id={id} organizations={row.organizations} link={false} />;
}

export const userRoleListing: AdminListing<UserRoleRow> = {
  label: "User roles",
  search: { id: "search", fields: ["role_name", "reason"] },
  searchLabel: "User, organization or role",
  sort: { column: "created_at", direction: "descending" },
  filters: {
    role_name: "Role",
    starts_at: "Starts on",
    expires_at: "Ends on",
    created_at: "Granted on",
  },
  columns: [
    {
      id: "user_id",
      header: "User",
      kind: "text",
      width: 236,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <Monogram id={row.user_role.user_id} name={emailOf(row)} />
          <span className="truncate">
            <UserName id={row.user_role.user_id} users={row.users} link={false} />
          </span>
        </span>
      ),
    },
    {
      id: "role_name",
      header: "Role",
      kind: "text",
      width: 170,
      cell: (row) => <bdi>{row.role_name}</bdi>,
    },
    {
      id: "organization_id",
      header: "Organization",
      kind: "text",
      width: 150,
      cell: (row) => <Organization row={row} />,
    },
    {
      id: "effect",
      header: "State",
      kind: "state",
      cell: (row) => <EffectMark terms={row.user_role} />,
    },
    {
      id: "starts_at",
      header: "Starts on",
      kind: "date",
      defaultHidden: true,
      cell: (row) => <DateText value={row.user_role.starts_at} reason="Immediately" />,
    },
    {
      id: "expires_at",
      header: "Ends on",
      kind: "date",
      cell: (row) => <DateText value={row.user_role.expires_at} reason="No end" />,
    },
    {
      id: "reason",
      header: "Reason",
      kind: "text",
      width: 190,
      cell: (row) => <bdi title={row.user_role.reason}>{row.user_role.reason}</bdi>,
    },
    {
      id: "granted_by",
      header: "Granted by",
      kind: "text",
      width: 160,
      defaultHidden: true,
      cell: ({ user_role: { granted_by: id }, users }) =>
        id === null ? (
          <NoFigure reason="Granted by the installation" />
        ) : (
          <UserName id={id} users={users} link={false} />
        ),
    },
    {
      id: "created_at",
      header: "Granted on",
      kind: "date",
      cell: (row) => <DateText value={row.user_role.created_at} />,
    },
  ],
  facts: {
    id: (row) => row.user_role.id,
    name: (row) => `${emailOf(row)}, ${row.role_name}`,
    href: (row) => userRoleAddress(row.user_role.id),
  },
  cards: {
    lead: (row) => <Monogram id={row.user_role.user_id} name={emailOf(row)} />,
    title: (row) => <UserName id={row.user_role.user_id} users={row.users} link={false} />,
    subtitle: (row) => row.role_name,
    value: (row) => <EffectMark terms={row.user_role} />,
    pairs: ["organization_id", "expires_at", "created_at", "reason"],
    longPairs: true,
  },
  empty: {
    title: "No user roles yet",
    text: "Users have the roles of their organizations. Give a user a role for access beyond them.",
  },
};
