import type { PolicyAssignmentEntry } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import type { AdminListing } from "../../adminListing";
import { assignmentAddress } from "../addresses";
import { EffectMark } from "../EffectMark";

export const assignmentListing: AdminListing<PolicyAssignmentEntry> = {
  label: "Policy assignments",
  search: { id: "search", fields: ["role_name", "policy_name"] },
  searchLabel: "Role or policy",
  sort: { column: "created_at", direction: "descending" },
  filters: {
    status: "Status",
    managed: "Managed",
    starts_at: "Starts on",
    expires_at: "Ends on",
    created_at: "Created on",
  },
  columns: [
    {
      id: "role_name",
      header: "Role",
      kind: "text",
      width: 220,
      cell: (row) => <bdi>{row.role_name}</bdi>,
    },
    {
      id: "policy_name",
      header: "Policy",
      kind: "text",
      width: 300,
      cell: (row) => <bdi title={row.policy_name}>{row.policy_name}</bdi>,
    },
    {
      id: "status",
      header: "State",
      kind: "state",
      cell: (row) => <EffectMark terms={row.assignment} />,
    },
    {
      id: "limit_overrides",
      header: "Limits",
      kind: "state",
      cell: (row) => (row.assignment.limit_overrides ? "Own limits" : "Of the policy"),
    },
    {
      id: "starts_at",
      header: "Starts on",
      kind: "date",
      cell: (row) => <DateText value={row.assignment.starts_at} reason="Immediately" />,
    },
    {
      id: "expires_at",
      header: "Ends on",
      kind: "date",
      cell: (row) => <DateText value={row.assignment.expires_at} reason="No end" />,
    },
    {
      id: "managed",
      header: "Managed",
      kind: "state",
      cell: (row) =>
        row.assignment.managed ? <Pill>Managed</Pill> : <NoFigure reason="Can be edited" />,
    },
    {
      id: "created_at",
      header: "Created on",
      kind: "date",
      cell: (row) => <DateText value={row.assignment.created_at} />,
    },
  ],
  facts: {
    id: (row) => row.assignment.id,
    name: (row) => `${row.policy_name} for ${row.role_name}`,
    href: (row) => assignmentAddress(row.assignment.id),
  },
  cards: {
    lead: () => null,
    title: (row) => <bdi>{row.role_name}</bdi>,
    subtitle: (row) => row.policy_name,
    value: (row) => <EffectMark terms={row.assignment} />,
    pairs: ["limit_overrides", "starts_at", "expires_at", "created_at"],
  },
  empty: {
    title: "No policy assignments yet",
    text: "A role has no effect without a policy. Assign the first policy to a role.",
  },
};
