import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { useIsAdministrator } from "../../useIsAdministrator";
import { policyAddress } from "../addresses";
import { useGivenId } from "../useGivenId";
import { PolicyForm } from "./PolicyForm";
import { policiesParent } from "./useSubjectPolicy";

export const newPolicyHead = {
  title: "New access policy",
  description: "A new rule about the data that users and organizations receive.",
  parent: policiesParent,
};

/** A new policy, empty or as a copy of the one that the address names. */
export function NewPolicyScreen() {
  const trpc = useTRPC();
  const router = useRouter();
  const load = useUser();
  const allowed = useIsAdministrator();
  const given = useGivenId();
  const source = given?.("copy") ?? "";
  const copied = useQuery(
    trpc.accessPolicies.get.queryOptions(allowed && source !== "" ? { id: source } : skipToken),
  );
  if (copied.error && !copied.data) {
    return (
      <Card>
        <ErrorState
          what="The policy to copy"
          failure={describeFailure(copied.error)}
          onRetry={() => void copied.refetch()}
        />
      </Card>
    );
  }
  const isLoading = given === null || (source !== "" && !copied.data);
  if (load.status !== "logged-in" || isLoading) {
    return <LoadingCard title="Policy" what="the form" />;
  }
  return (
    <div className="max-w-[960px]">
      <PolicyForm
        key={source}
        policy={null}
        copied={copied.data?.policy}
        draftName={`${load.user.id}/access/policies/new/${source}`}
        onSaved={(policy) => {
          showToast({ id: "access", variant: "success", message: `${policy.name} was created.` });
          void router.replace(policyAddress(policy.id));
        }}
      />
    </div>
  );
}
