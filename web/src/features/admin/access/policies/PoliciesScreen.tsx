import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { useViewState } from "@/lib/address/useViewState";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { RecordTable, tableQuery } from "../../RecordTable";
import { useIsAdministrator } from "../../useIsAdministrator";
import { newPolicyAddress } from "../addresses";
import { policyListing } from "./policyListing";

export const policiesHead = {
  title: "Access policies",
  description: "The rules about the data that users and organizations receive.",
  lead: "Each policy allows or denies actions on records, fields and days. Roles have policies; users and organizations hold roles.",
  actions: (
    <ButtonLink look="primary" href={newPolicyAddress()}>
      New policy
    </ButtonLink>
  ),
};

/** The ids that a sentence names; of longer conditions only the number is said. */
const mostNames = 5;

export function PoliciesScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.accessPolicies.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const query = allowed ? tableQuery(policyListing, state, meta.data) : null;
  const { data, error, isFetching, refetch } = useQuery(
    trpc.accessPolicies.list.queryOptions(query ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  const conditions = data?.results.flatMap(({ policy }) =>
    policy.where.map((condition) => ({ ...condition, ids: condition.ids.slice(0, mostNames) })),
  );
  const { nameOf } = useConditionNames(conditions ?? []);
  const rows = useMemo(
    () => data && { ...data, results: data.results.map((entry) => ({ ...entry, nameOf })) },
    [data, nameOf],
  );
  return (
    <RecordTable
      listing={policyListing}
      state={state}
      meta={meta}
      rows={{ data: rows, error, isFetching, refetch }}
    />
  );
}
