import { type AccountState, accountStateLabels, type Role, roleLabels } from "@/api/contract";
import { Pill } from "@/components/ui/marks/Pill";

export function RoleMark({ role }: { role: Role }) {
  if (role === "CUSTOMER") return roleLabels[role];
  return <Pill tone="info">{roleLabels[role]}</Pill>;
}

/** The usual state is a word, the other one stands out. */
export function StateMark({ state }: { state: AccountState }) {
  if (state === "active") return accountStateLabels[state];
  return <Pill tone="warning">{accountStateLabels[state]}</Pill>;
}
