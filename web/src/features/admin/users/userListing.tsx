import { featureLabels, features, planTypeLabels, type UserEntry } from "@/api/contract";
import { Monogram } from "@/components/ui/marks/Monogram";
import { Count, DateText, NoFigure } from "@/components/ui/text/Figure";
import { RoleMark, StateMark } from "../accountMarks";
import { userAddress } from "../addresses";
import { organizationLabel } from "../adminLabels";
import type { AdminListing } from "../adminListing";

/** The number of enabled features of a user, with their names as the title. */
function Features({ row }: { row: UserEntry }) {
  if (row.role === "ADMIN") return <span title="An administrator has every feature">All</span>;
  const names = row.features.map((feature) => featureLabels[feature]);
  if (names.length === 0) return <NoFigure reason="No features enabled" />;
  return (
    <span title={names.join(", ")}>
      {names.length} of {features.length}
      <span className="sr-only">: {names.join(", ")}</span>
    </span>
  );
}

export const userListing: AdminListing<UserEntry> = {
  label: "Users",
  search: { id: "search", fields: ["email", "name"] },
  searchLabel: "Address or name",
  sort: { column: "created_at", direction: "descending" },
  filters: {
    role: "Role",
    state: "State",
    features: "Feature",
    plan: "Plan",
    email_verified: "Address verified",
    created_at: "First sign-in",
  },
  columns: [
    {
      id: "email",
      header: "Address",
      kind: "text",
      width: 236,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <Monogram id={row.id} name={row.name ?? row.email} />
          <bdi className="truncate">{row.email}</bdi>
        </span>
      ),
    },
    {
      id: "name",
      header: "Name",
      kind: "text",
      width: 130,
      cell: (row) =>
        row.name ? <bdi title={row.name}>{row.name}</bdi> : <NoFigure reason="Not provided" />,
    },
    { id: "role", header: "Role", kind: "state", cell: (row) => <RoleMark role={row.role} /> },
    { id: "state", header: "State", kind: "state", cell: (row) => <StateMark state={row.state} /> },
    {
      id: "features",
      header: "Features",
      kind: "text",
      cell: (row) => <Features row={row} />,
    },
    {
      id: "organization_name",
      header: "Active organization",
      kind: "text",
      width: 130,
      cell: (row) => <bdi>{organizationLabel(row.organization_name, row.organization_scope)}</bdi>,
    },
    {
      id: "plan",
      header: "Plan",
      kind: "text",
      width: 132,
      cell: (row) => planTypeLabels[row.plan],
    },
    {
      id: "sessions",
      header: "Sessions",
      kind: "number",
      cell: (row) => <Count value={row.sessions} full />,
    },
    {
      id: "created_at",
      header: "First sign-in",
      kind: "date",
      cell: (row) => <DateText value={row.created_at} />,
    },
  ],
  facts: {
    id: (row) => row.id,
    name: (row) => row.email,
    href: (row) => userAddress(row.id),
  },
  cards: {
    lead: (row) => <Monogram id={row.id} name={row.name ?? row.email} />,
    title: (row) => <bdi>{row.email}</bdi>,
    subtitle: (row) => row.name ?? organizationLabel(row.organization_name, row.organization_scope),
    value: (row) => <RoleMark role={row.role} />,
    pairs: ["state", "plan", "sessions", "created_at"],
  },
  empty: {
    title: "No users yet",
    text: "Users appear here after their first sign-in.",
  },
};
