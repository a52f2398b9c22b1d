import type {
  OrganizationEntry,
  OrganizationRoleEntry,
  RoleSource,
  UserEntry,
} from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { AdminListing } from "../../adminListing";
import { OrganizationName, UserName } from "../AccountName";
import type { Found } from "../accounts";
import { organizationRoleAddress } from "../addresses";
import { EffectMark } from "../EffectMark";

export type OrganizationRoleRow = OrganizationRoleEntry & {
  users: Found<UserEntry>;
  organizations: Found<OrganizationEntry>;
};

function nameOf(row: OrganizationRoleRow): string {
  const id = row.organization_role.organization_id;
  return row.organizations.byId.get(id)?.name ?? id;
}

/** Roles of plans are the usual ones; those that an administrator granted stand out. */
function SourceMark({ source }: { source: RoleSource }) {
  if (source !== "manual") return choiceLabel(source);
  return <Pill tone="info">{choiceLabel(source)}</Pill>;
}

export const organizationRoleListing: AdminListing<OrganizationRoleRow> = {
  label: "Organization roles",
  search: { id: "search", fields: ["role_name", "reason"] },
  searchLabel: "Organization, role or reason",
  sort: { column: "created_at", direction: "descending" },
  filters: {
    source: "Source",
    role_name: "Role",
    starts_at: "Starts on",
    expires_at: "Ends on",
    created_at: "Granted on",
  },
  columns: [
    {
      id: "organization_id",
      header: "Organization",
      kind: "text",
      width: 236,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <Monogram id={row.organization_role.organization_id} name={nameOf(row)} />
          <span className="truncate">
            <OrganizationName
              id={row.organization_role.organization_id}
              organizations={row.organizations}
              link={false}
            />
          </span>
        </span>
      ),
    },
    {
      id: "role_name",
      header: "Role",
      kind: "text",
      width: 200,
      cell: (row) => <bdi>{row.role_name}</bdi>,
    },
    {
      id: "source",
      header: "Source",
      kind: "state",
      cell: (row) => <SourceMark source={row.organization_role.source} />,
    },
    {
      id: "effect",
      header: "State",
      kind: "state",
      cell: (row) => <EffectMark terms={row.organization_role} />,
    },
    {
      id: "starts_at",
      header: "Starts on",
      kind: "date",
      defaultHidden: true,
      cell: (row) => <DateText value={row.organization_role.starts_at} reason="Immediately" />,
    },
    {
      id: "expires_at",
      header: "Ends on",
      kind: "date",
      cell: (row) => <DateText value={row.organization_role.expires_at} reason="No end" />,
    },
    {
      id: "reason",
      header: "Reason",
      kind: "text",
      width: 200,
      cell: ({ organization_role: { reason } }) =>
        reason === "" ? <NoFigure reason="Not stated" /> : <bdi title={reason}>{reason}</bdi>,
    },
    {
      id: "granted_by",
      header: "Granted by",
      kind: "text",
      width: 160,
      defaultHidden: true,
      cell: ({ organization_role: { granted_by: id }, users }) =>
        id === null ? (
          <NoFigure reason="Granted by the plan" />
        ) : (
          <UserName id={id} users={users} link={false} />
        ),
    },
    {
      id: "created_at",
      header: "Granted on",
      kind: "date",
      cell: (row) => <DateText value={row.organization_role.created_at} />,
    },
  ],
  facts: {
    id: (row) => row.organization_role.id,
    name: (row) => `${nameOf(row)}, ${row.role_name}`,
    href: (row) => organizationRoleAddress(row.organization_role.id),
  },
  cards: {
    lead: (row) => <Monogram id={row.organization_role.organization_id} name={nameOf(row)} />,
    title: (row) => (
      <OrganizationName
        id={row.organization_role.organization_id}
        organizations={row.organizations}
        link={false}
      />
    ),
    subtitle: (row) => row.role_name,
    value: (row) => <EffectMark terms={row.organization_role} />,
    pairs: ["source", "starts_at", "expires_at", "created_at"],
  },
  empty: {
    title: "No organization roles yet",
    text: "Each organization holds the role of its plan as soon as the plan is known.",
  },
};
