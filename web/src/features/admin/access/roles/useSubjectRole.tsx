import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useTRPC } from "@/api/client";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { firstValue } from "@/lib/address/url";
import { isId } from "../../addresses";
import { useIsAdministrator } from "../../useIsAdministrator";
import { editRoleAddress, roleAddress, rolesAddress } from "../addresses";

export const rolesParent = { href: rolesAddress, label: "Access roles" };

/** The role of the page's address. */
export function useSubjectRole() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.apiAccessRoleID) ?? null;
  const allowed = useIsAdministrator();
  const input = allowed && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.accessRoles.get.queryOptions(input));
  const role = answer.data?.role;
  const head = {
    title: role?.display_name ?? "Access role",
    description:
      "One access role: its policies, the users and organizations that hold it, and its history.",
    parent: rolesParent,
    actions: role && !role.managed && (
      <ButtonLink look="primary" href={editRoleAddress(role.id)}>
        Edit
      </ButtonLink>
    ),
  };
  const editHead = {
    title: role ? `Edit ${role.display_name}` : "Edit access role",
    description: "The name and the description of an access role.",
    parent: role ? { href: roleAddress(role.id), label: role.display_name } : rolesParent,
  };
  return { id, answer, head, editHead };
}

export type RoleSubject = ReturnType<typeof useSubjectRole>;
