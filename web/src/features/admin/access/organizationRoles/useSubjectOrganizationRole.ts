import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { firstValue } from "@/lib/address/url";
import { isId } from "../../addresses";
import { useIsAdministrator } from "../../useIsAdministrator";
import { organizationRolesAddress } from "../addresses";

export const organizationRolesParent = {
  href: organizationRolesAddress,
  label: "Organization roles",
};

/** The role of an organization of the page's address, with the organization. */
export function useSubjectOrganizationRole() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.apiAccessOrgRoleID) ?? null;
  const allowed = useIsAdministrator();
  // A role that was ended here is not requested again while the page is left.
  const [isEnded, setIsEnded] = useState(false);
  const input = allowed && !isEnded && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.accessOrganizationRoles.get.queryOptions(input));
  const organizationId = answer.data?.organization_role.organization_id;
  const organization = useQuery(
    trpc.adminOrganizations.get.queryOptions(
      organizationId === undefined ? skipToken : { id: organizationId },
    ),
  );
  const name = organization.data?.organization.name;
  const head = {
    title: answer.data && name ? `${answer.data.role_name} of ${name}` : "Edit organization role",
    description: "One role of an organization: dates, reason and history.",
    parent: organizationRolesParent,
  };
  return { id, answer, head, onEnded: () => setIsEnded(true) };
}
