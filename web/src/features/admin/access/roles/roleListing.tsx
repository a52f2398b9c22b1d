import type { RoleEntry } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";
import { Count, DateText } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { AdminListing } from "../../adminListing";
import { roleAddress } from "../addresses";
import { RoleStatusMark } from "./RoleStatusMark";

export const roleListing: AdminListing<RoleEntry> = {
  label: "Access roles",
  search: { id: "search", fields: ["display_name", "name", "description"] },
  searchLabel: "Name or description",
  sort: { column: "display_name", direction: "ascending" },
  filters: {
    kind: "Kind",
    status: "Status",
    managed: "Managed",
    updated_at: "Last change",
  },
  columns: [
    {
      id: "display_name",
      header: "Name",
      kind: "text",
      width: 280,
      cell: ({ role }) => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate">{role.display_name}</bdi>
          {role.managed && <Pill>Managed</Pill>}
        </span>
      ),
    },
    {
      id: "name",
      header: "Key",
      kind: "text",
      width: 220,
      cell: ({ role }) => <code className="truncate font-mono text-sm">{role.name}</code>,
    },
    { id: "kind", header: "Kind", kind: "text", cell: ({ role }) => choiceLabel(role.kind) },
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: ({ role }) => <RoleStatusMark role={role} />,
    },
    {
      id: "policies",
      header: "Policies",
      kind: "number",
      cell: (row) => <Count value={row.policies} full />,
    },
    {
      id: "users",
      header: "Users",
      kind: "number",
      cell: (row) => <Count value={row.users} full />,
    },
    {
      id: "organizations",
      header: "Organizations",
      kind: "number",
      cell: (row) => <Count value={row.organizations} full />,
    },
    {
      id: "updated_at",
      header: "Last change",
      kind: "date",
      cell: ({ role }) => <DateText value={role.updated_at} />,
    },
  ],
  facts: {
    id: ({ role }) => role.id,
    name: ({ role }) => role.display_name,
    href: ({ role }) => roleAddress(role.id),
  },
  cards: {
    lead: () => null,
    title: ({ role }) => <bdi>{role.display_name}</bdi>,
    subtitle: ({ role }) => role.name,
    value: ({ role }) => <RoleStatusMark role={role} />,
    pairs: ["policies", "users", "organizations", "updated_at"],
  },
  empty: {
    title: "No access roles yet",
    text: "A role combines policies. Users and organizations that hold it have all of them.",
  },
};
