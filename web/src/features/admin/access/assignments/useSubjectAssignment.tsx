import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { firstValue } from "@/lib/address/url";
import { isId } from "../../addresses";
import { useIsAdministrator } from "../../useIsAdministrator";
import { assignmentAddress, assignmentsAddress, editAssignmentAddress } from "../addresses";

export const assignmentsParent = { href: assignmentsAddress, label: "Policy assignments" };

/** The assignment of the page's address. */
export function useSubjectAssignment() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.apiAccessPolicyAssignmentID) ?? null;
  const allowed = useIsAdministrator();
  // An assignment that was removed here is not requested again while the page is left.
  const [isRemoved, setIsRemoved] = useState(false);
  const input = allowed && !isRemoved && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.accessAssignments.get.queryOptions(input));
  const name = answer.data && `${answer.data.policy_name} for ${answer.data.role_name}`;
  const head = {
    title: name ?? "Policy assignment",
    description: "One assignment of a policy to a role: terms, limits and holders.",
    parent: assignmentsParent,
    actions: answer.data && !answer.data.assignment.managed && (
      <ButtonLink look="primary" href={editAssignmentAddress(answer.data.assignment.id)}>
        Edit
      </ButtonLink>
    ),
  };
  const editHead = {
    title: name ? `Edit ${name}` : "Edit policy assignment",
    description: "The terms on which a role has a policy.",
    parent: name && id !== null ? { href: assignmentAddress(id), label: name } : assignmentsParent,
  };
  return { id, answer, head, editHead, onRemoved: () => setIsRemoved(true) };
}
