import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import type { Policy } from "@/api/contract";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { RecordLayout } from "../../RecordLayout";
import { policyAddress } from "../addresses";
import { NotEditable } from "../NotEditable";
import { PolicyForm } from "./PolicyForm";
import { isEditable, type PolicySubject, policiesParent } from "./useSubjectPolicy";

/** The editor of one policy; those of the policy set and archived ones cannot be edited. */
export function EditPolicyScreen({ subject }: { subject: PolicySubject }) {
  return (
    <RecordLayout one="Access policy" parent={policiesParent} {...subject}>
      {({ policy }) => <Editor key={policy.id} policy={policy} />}
    </RecordLayout>
  );
}

function Editor({ policy }: { policy: Policy }) {
  const load = useUser();
  const router = useRouter();
  const { id, managed } = policy;
  if (!isEditable(policy)) {
    return (
      <NotEditable
        title={managed ? "Managed by the policy set" : "This policy is archived"}
        text={
          managed
            ? "This policy belongs to the policy set of the installation and cannot be edited. You can edit a copy of it."
            : "Archived policies have no effect and cannot be edited. You can edit a copy of it."
        }
        href={policyAddress(id)}
        action="Show the policy"
      />
    );
  }
  if (load.status !== "logged-in") return <LoadingCard title="Policy" what="the form" />;
  return (
    <div className="max-w-[960px]">
      <PolicyForm
        policy={policy}
        draftName={`${load.user.id}/access/policies/${id}`}
        onSaved={(saved) => {
          showToast({ id: "access", variant: "success", message: `${saved.name} was saved.` });
          void router.push(policyAddress(id));
        }}
      />
    </div>
  );
}
