import type { Manager } from "@/api/contract";
import { participantSheet } from "@/lists/related/participantSheet";
import { managers } from "@/records/resources";

export const managerSheet = participantSheet<Manager>({
  resource: managers,
  one: "Manager",
  role: "Asset manager",
  description: "One asset manager: legal identity, assets and key figures.",
  parent: { href: "/managers", label: "Managers" },
  assets: { field: "manager_slug", column: "manager_name" },
  legal: [],
  registration: { title: "Registration", facts: [] },
  related: [],
});
