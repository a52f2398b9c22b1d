import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { firstValue } from "@/lib/address/url";
import { isId } from "../../addresses";
import { useIsAdministrator } from "../../useIsAdministrator";
import { userRolesAddress } from "../addresses";

export const userRolesParent = { href: userRolesAddress, label: "User roles" };

/** The role of a user of the page's address, with the user. */
export function useSubjectUserRole() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.apiAccessUserRoleID) ?? null;
  const allowed = useIsAdministrator();
  // A role that was ended here is not requested again while the page is left.
  const [isEnded, setIsEnded] = useState(false);
  const input = allowed && !isEnded && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.accessUserRoles.get.queryOptions(input));
  const userId = answer.data?.user_role.user_id;
  const user = useQuery(
    trpc.adminUsers.get.queryOptions(userId === undefined ? skipToken : { id: userId }),
  );
  const email = user.data?.user.email;
  const head = {
    title: answer.data && email ? `${answer.data.role_name} of ${email}` : "Edit user role",
    description: "One role of a user: dates, reason and history.",
    parent: userRolesParent,
  };
  return { id, answer, head, onEnded: () => setIsEnded(true) };
}
