import type { AccountState, Role } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Badge";
import { roleNames, stateNames } from "./adminLabels";

export function RoleMark({ role }: { role: Role }) {
  if (role === "CUSTOMER") return roleNames[role];
  return <Pill tone="info">{roleNames[role]}</Pill>;
}

/** The usual state is a word, the other one stands out. */
export function StateMark({ state }: { state: AccountState }) {
  if (state === "active") return stateNames[state];
  return <Pill tone="warning">{stateNames[state]}</Pill>;
}
