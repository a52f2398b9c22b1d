import type { Manager } from "@/api/contract";
import { participantSheet } from "@/lists/related/participantSheet";
import { resourceOf } from "@/records/resource";

export const managerSheet = participantSheet<Manager>({
  resource: resourceOf("managers"),
  one: "Manager",
  role: "Asset manager",
  description: "One asset manager: legal identity, assets and key figures.",
  parent: { href: "/managers", label: "Managers" },
  assets: { field: "manager_slug", column: "manager_name" },
  legal: [],
  registration: { title: "Registration", facts: [] },
  related: [],
});
