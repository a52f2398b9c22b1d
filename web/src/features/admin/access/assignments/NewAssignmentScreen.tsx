import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useUser } from "@/api/account/user";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { PolicyAssignment } from "@/api/contract";
import { FieldsCard } from "@/components/form/FieldsCard";
import type { FormFieldSpec, FormValues } from "@/components/form/fields";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { AccessForm } from "../AccessForm";
import { assignmentAddress } from "../addresses";
import { checkWindow, textOf } from "../grantFields";
import { policyLabel, useLoaders } from "../loaders";
import { chosenBy, namedField } from "../namedField";
import { useAccessForm } from "../useAccessForm";
import { chosenRole, useChosenRole } from "../useChosenRole";
import { useGivenId } from "../useGivenId";
import { AssignmentPreview } from "./AssignmentPreview";
import { LimitFieldsCard } from "./LimitFieldsCard";
import {
  limitFields,
  termsFieldAt,
  termsFields,
  termsIn,
  termsText,
  termsValues,
} from "./termsFields";
import { assignmentsParent } from "./useSubjectAssignment";

const fieldReasons = {
  policy_already_assigned: [
    "policy_id",
    "The role has this policy already. Edit that assignment instead.",
  ],
  policy_archived: ["policy_id", "The policy is archived. Choose another policy."],
  policy_not_found: ["policy_id", "This policy no longer exists."],
  escalation: ["policy_id", "You cannot give others more access than you have."],
  role_not_found: ["role_id", "This role no longer exists."],
  record_managed: [
    "role_id",
    "The role belongs to the policy set of the installation and cannot be edited.",
  ],
  limit_reached: ["role_id", "The role has the largest number of policies. Remove one first."],
} as const;

/** The head of the page. */
export const newAssignmentHead = {
  title: "New policy assignment",
  description: "Assigns a policy to a role, with dates and limits.",
  parent: assignmentsParent,
};

/** Assigns a policy to a role; the address may name both. */
export function NewAssignmentScreen() {
  const load = useUser();
  const given = useGivenId();
  if (load.status !== "logged-in" || given === null) {
    return <LoadingCard title="Policy assignment" what="the form" />;
  }
  const first = { role_id: given("role"), policy_id: given("policy"), ...termsValues(null) };
  return (
    <div className="max-w-[960px]">
      <NewAssignment first={first} draftName={`${load.user.id}/access/assignments/new`} />
    </div>
  );
}

type NewAssignmentProps = { first: FormValues; draftName: string };

function NewAssignment({ first, draftName }: NewAssignmentProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const loaders = useLoaders();
  const [policyId, setPolicyId] = useState(textOf(first.policy_id));
  const policy = useQuery(
    trpc.accessPolicies.get.queryOptions(policyId ? { id: policyId } : skipToken),
  );
  const parts: ReadonlyArray<FormFieldSpec> = [
    {
      name: "role_id",
      label: "Role",
      control: { kind: "reference", load: loaders.editableRoles, names: {} },
      required: true,
      hint: "By name. Roles of the policy set cannot be edited.",
    },
    {
      name: "policy_id",
      label: "Policy",
      control: { kind: "reference", load: loaders.policies, names: {} },
      required: true,
      hint: "By name. A draft has no effect until it is active.",
    },
  ];
  const limits = limitFields(policy.data?.policy.limits);
  const terms = [...termsFields, ...limits];
  const edited = useAccessForm<PolicyAssignment>({
    fields: [...parts, ...terms],
    record: null,
    valuesOf: () => first,
    draftName,
    fieldReasons,
    nameOf: termsFieldAt,
    check: (values) => ({
      ...(role.isError && { role_id: "This role cannot be found." }),
      ...(policy.isError && { policy_id: "This policy cannot be found." }),
      ...checkWindow(values),
    }),
    save: async (values) => {
      const { assignment } = await client.accessAssignments.create.mutate({
        role_id: textOf(values.role_id),
        policy_id: textOf(values.policy_id),
        terms: termsIn(values),
      });
      return assignment;
    },
    onSaved: ({ id }) => {
      showToast({ id: "access", variant: "success", message: "The policy was assigned." });
      void router.push(assignmentAddress(id));
    },
  });
  const { form } = edited;
  const chosenPolicy = textOf(form.values.policy_id);
  // The limits of the policy are those that the fields compare with.
  if (chosenPolicy !== policyId) setPolicyId(chosenPolicy);
  const roleId = textOf(form.values.role_id);
  const role = useChosenRole(roleId);
  const chosen = {
    role_id: chosenBy(role, chosenRole),
    policy_id: chosenBy(policy, (answer) => ({
      name: policyLabel(answer.policy),
      hint: answer.policy.description,
    })),
  };
  return (
    <AccessForm
      edited={edited}
      label="New policy assignment"
      what="the new policy assignment"
      action="Assign policy"
      textOf={termsText}
    >
      <FieldsCard
        title="Assignment"
        form={form}
        fields={parts.map((field) => namedField(field, textOf(form.values[field.name]), chosen))}
      />
      <FieldsCard title="Terms" form={form} fields={termsFields} />
      <LimitFieldsCard form={form} fields={limits} />
      <AssignmentPreview
        roleId={roleId}
        policyId={chosenPolicy}
        fields={terms}
        values={form.values}
      />
    </AccessForm>
  );
}
