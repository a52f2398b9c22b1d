import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { Policy, PolicyAssignment, PolicyAssignmentEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { FieldsCard } from "@/components/form/FieldsCard";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { RecordLayout } from "../../RecordLayout";
import { AccessForm } from "../AccessForm";
import { assignmentAddress } from "../addresses";
import { checkWindow } from "../grantFields";
import { NotEditable } from "../NotEditable";
import { useAccessForm } from "../useAccessForm";
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
import { assignmentsParent, type useSubjectAssignment } from "./useSubjectAssignment";

type Subject = ReturnType<typeof useSubjectAssignment>;

/** The terms of one assignment; those of the policy set cannot be edited. */
export function EditAssignmentScreen({ subject }: { subject: Subject }) {
  return (
    <RecordLayout one="Policy assignment" parent={assignmentsParent} {...subject}>
      {(entry) =>
        entry.assignment.managed ? (
          <NotEditable
            title="Managed by the policy set"
            text="This assignment belongs to the policy set of the installation and cannot be edited."
            href={assignmentAddress(entry.assignment.id)}
            action="Show the assignment"
          />
        ) : (
          <EditedAssignment key={entry.assignment.id} entry={entry} />
        )
      }
    </RecordLayout>
  );
}

/** The form waits for the policy, with whose limits it compares. */
function EditedAssignment({ entry }: { entry: PolicyAssignmentEntry }) {
  const trpc = useTRPC();
  const load = useUser();
  const { id, policy_id } = entry.assignment;
  const policy = useQuery(trpc.accessPolicies.get.queryOptions({ id: policy_id }));
  if (policy.error && !policy.data) {
    return (
      <Card>
        <ErrorState
          what="The policy"
          failure={describeFailure(policy.error)}
          onRetry={() => void policy.refetch()}
        />
      </Card>
    );
  }
  if (load.status !== "logged-in" || !policy.data) {
    return <LoadingCard title="Terms" what="the form" />;
  }
  return (
    <div className="max-w-[960px]">
      <TermsForm
        entry={entry}
        policy={policy.data.policy}
        draftName={`${load.user.id}/access/assignments/${id}`}
      />
    </div>
  );
}

type TermsFormProps = { entry: PolicyAssignmentEntry; policy: Policy; draftName: string };

function TermsForm({ entry, policy, draftName }: TermsFormProps) {
  const client = useTRPCClient();
  const router = useRouter();
  const { id, role_id, policy_id } = entry.assignment;
  const limits = limitFields(policy.limits);
  const fields = [...termsFields, ...limits];
  const edited = useAccessForm<PolicyAssignment>({
    fields,
    record: entry.assignment,
    valuesOf: termsValues,
    draftName,
    nameOf: termsFieldAt,
    check: checkWindow,
    save: async (values, version) => {
      const terms = termsIn(values);
      const input = { id, version: version ?? 0, terms };
      return (await client.accessAssignments.update.mutate(input)).assignment;
    },
    load: async () => (await client.accessAssignments.get.query({ id })).assignment,
    onSaved: () => {
      showToast({ id: "access", variant: "success", message: "The terms were changed." });
      void router.push(assignmentAddress(id));
    },
  });
  const { form } = edited;
  return (
    <AccessForm
      edited={edited}
      label="Edit policy assignment"
      what="the terms of this assignment"
      action="Save changes"
      textOf={termsText}
    >
      <FieldsCard title="Terms" form={form} fields={termsFields} />
      <LimitFieldsCard form={form} fields={limits} />
      <AssignmentPreview
        roleId={role_id}
        policyId={policy_id}
        fields={fields}
        values={form.values}
      />
    </AccessForm>
  );
}
