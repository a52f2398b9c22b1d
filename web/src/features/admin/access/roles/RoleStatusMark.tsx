import type { AccessRole } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";

/** Whether those who hold the role have its policies. */
export function RoleStatusMark({ role: { status } }: { role: AccessRole }) {
  if (status === "active") return "Active";
  return <Pill tone="warning">Disabled</Pill>;
}
