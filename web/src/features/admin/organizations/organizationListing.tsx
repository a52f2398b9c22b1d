import { type OrganizationEntry, organizationScopeLabels, planTypeLabels } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { Count, DateText, NoFigure } from "@/components/ui/text/Figure";

import { organizationAddress } from "../addresses";
import { pluralize } from "../adminLabels";
import type { AdminListing } from "../adminListing";

export const organizationListing: AdminListing<OrganizationEntry> = {
  label: "Organizations",
  search: { id: "search", fields: ["name", "domain"] },
  searchLabel: "Name or domain",
  sort: { column: "created_at", direction: "descending" },
  filters: {
    scope: "Scope",
    plan: "Plan",
    plan_ends_at: "Plan ends on",
    domain: "Domain",
    created_at: "Created",
  },
  columns: [
    {
      id: "name",
      header: "Name",
      kind: "text",
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <Monogram id={row.id} name={row.name} />
          <bdi className="truncate">{row.name}</bdi>
        </span>
      ),
    },
    {
      id: "scope",
      header: "Scope",
      kind: "state",
      cell: (row) => organizationScopeLabels[row.scope],
    },
    {
      id: "plan",
      header: "Plan",
      kind: "text",
      width: 180,
      cell: (row) => planTypeLabels[row.plan],
    },
    {
      id: "plan_ends_at",
      header: "Plan ends on",
      kind: "date",
      cell: (row) => <DateText value={row.plan_ends_at} reason="No end" />,
    },
    {
      id: "domain",
      header: "Domain",
      kind: "text",
      cell: (row) => (row.domain ? <bdi>{row.domain}</bdi> : <NoFigure reason="None proved" />),
    },
    {
      id: "members",
      header: "Members",
      kind: "number",
      cell: (row) => <Count value={row.members} full />,
    },
    {
      id: "created_at",
      header: "Created",
      kind: "date",
      cell: (row) => <DateText value={row.created_at} />,
    },
  ],
  facts: {
    id: (row) => row.id,
    name: (row) => row.name,
    href: (row) => organizationAddress(row.id),
  },
  cards: {
    lead: (row) => <Monogram id={row.id} name={row.name} />,
    title: (row) => <bdi>{row.name}</bdi>,
    subtitle: (row) => row.domain ?? organizationScopeLabels[row.scope],
    value: (row) => pluralize(row.members, "member"),
    pairs: ["scope", "plan", "plan_ends_at", "created_at"],
  },
  empty: {
    title: "No organizations yet",
    text: "Every account has a personal organization, and users can create teams.",
  },
};
