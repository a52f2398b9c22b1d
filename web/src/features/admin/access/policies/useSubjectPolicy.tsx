import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useTRPC } from "@/api/client";
import type { Policy } from "@/api/contract";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { firstValue } from "@/lib/address/url";
import { isId } from "../../addresses";
import { useIsAdministrator } from "../../useIsAdministrator";
import { editPolicyAddress, newPolicyAddress, policiesAddress, policyAddress } from "../addresses";

export const policiesParent = { href: policiesAddress, label: "Access policies" };

/** Whether an administrator can change a policy: those of the policy set and archived ones stay as they are. */
export function isEditable({ managed, status }: Policy): boolean {
  return !managed && status !== "archived";
}

function Actions({ policy }: { policy: Policy }) {
  return (
    <>
      <ButtonLink href={newPolicyAddress({ copy: policy.id })}>Copy</ButtonLink>
      {isEditable(policy) && (
        <ButtonLink look="primary" href={editPolicyAddress(policy.id)}>
          Edit
        </ButtonLink>
      )}
    </>
  );
}

/** The policy of the page's address. */
export function useSubjectPolicy() {
  const trpc = useTRPC();
  const id = firstValue(useRouter().query.apiAccessPolicyID) ?? null;
  const allowed = useIsAdministrator();
  const input = allowed && id !== null && isId(id) ? { id } : skipToken;
  const answer = useQuery(trpc.accessPolicies.get.queryOptions(input));
  const policy = answer.data?.policy;
  const head = {
    title: policy?.name ?? "Access policy",
    description: "One access policy: what it says, the roles that have it, and its history.",
    parent: policiesParent,
    actions: policy && <Actions policy={policy} />,
  };
  const editHead = {
    title: policy ? `Edit ${policy.name}` : "Edit access policy",
    description: "The rule of an access policy, its conditions, days and limits.",
    parent: policy ? { href: policyAddress(policy.id), label: policy.name } : policiesParent,
  };
  return { id, answer, head, editHead };
}

export type PolicySubject = ReturnType<typeof useSubjectPolicy>;
