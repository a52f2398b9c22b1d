import type { PolicyEntry } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";
import { Count, DateText } from "@/components/ui/text/Figure";
import type { NameOf } from "@/records/scopes/scopeSentence";
import type { AdminListing } from "../../adminListing";
import { policyAddress } from "../addresses";
import { PolicyEffectMark, PolicyStatusMark } from "./PolicyStatusMark";
import { policySentence } from "./policySentence";

/** A policy with the names of the records in its conditions, so that a row reads as a sentence. */
export type PolicyRow = PolicyEntry & { nameOf: NameOf };

function Says({ row }: { row: PolicyRow }) {
  const text = policySentence(row.policy, "Holders", row.nameOf);
  return <bdi title={text}>{text}</bdi>;
}

export const policyListing: AdminListing<PolicyRow> = {
  label: "Access policies",
  search: { id: "search", fields: ["name", "description"] },
  searchLabel: "Name or description",
  sort: { column: "name", direction: "ascending" },
  filters: {
    status: "Status",
    effect: "Effect",
    actions: "Action",
    endpoints: "Endpoint",
    managed: "Managed",
    tags: "Tag",
    updated_at: "Last change",
  },
  columns: [
    {
      id: "name",
      header: "Name",
      kind: "text",
      width: 240,
      cell: ({ policy }) => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate">{policy.name}</bdi>
          {policy.managed && <Pill>Managed</Pill>}
        </span>
      ),
    },
    {
      id: "says",
      header: "What it says",
      kind: "text",
      width: 430,
      cell: (row) => <Says row={row} />,
    },
    {
      id: "status",
      header: "Status",
      kind: "state",
      cell: ({ policy }) => <PolicyStatusMark policy={policy} />,
    },
    {
      id: "effect",
      header: "Effect",
      kind: "state",
      cell: ({ policy }) => <PolicyEffectMark policy={policy} />,
    },
    {
      id: "roles",
      header: "Roles",
      kind: "number",
      cell: ({ roles }) => <Count value={roles} full />,
    },
    {
      id: "expires_at",
      header: "Ends",
      kind: "date",
      cell: ({ policy }) => <DateText value={policy.expires_at} reason="No end" />,
    },
    {
      id: "updated_at",
      header: "Last change",
      kind: "date",
      cell: ({ policy }) => <DateText value={policy.updated_at} />,
    },
  ],
  facts: {
    id: ({ policy }) => policy.id,
    name: ({ policy }) => policy.name,
    href: ({ policy }) => policyAddress(policy.id),
  },
  cards: {
    lead: () => null,
    title: ({ policy }) => <bdi>{policy.name}</bdi>,
    subtitle: (row) => policySentence(row.policy, "Holders", row.nameOf),
    value: ({ policy }) => <PolicyStatusMark policy={policy} />,
    pairs: ["effect", "roles", "expires_at", "updated_at"],
  },
  empty: {
    title: "No access policies yet",
    text: "A policy says which data the holders of a role receive. Create the first one.",
  },
};
