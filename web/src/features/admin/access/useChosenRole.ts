import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { RoleEntry } from "@/api/contract";
import { roleLabel } from "./loaders";

/** The role that a form refers to; none while nothing is chosen. */
export function useChosenRole(id: string) {
  const trpc = useTRPC();
  return useQuery(trpc.accessRoles.get.queryOptions(id === "" ? skipToken : { id }));
}

/** A chosen role as its field shows it. */
export function chosenRole({ role }: RoleEntry) {
  return { name: roleLabel(role), hint: role.description };
}
