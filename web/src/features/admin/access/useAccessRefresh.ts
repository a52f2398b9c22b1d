import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { mutationOutcome, type OutcomeCallbacks } from "@/components/states/mutationOutcome";
import { explainAccessFailure } from "./refusals";

/** Loads again all that a change of roles and policies can have changed; previews and counts depend on every record. */
export function useAccessRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [
          trpc.accessRoles,
          trpc.accessPolicies,
          trpc.accessAssignments,
          trpc.accessUserRoles,
          trpc.accessOrganizationRoles,
          trpc.accessHolders,
          trpc.accessHistory,
          trpc.adminApiKeys,
        ].map((procedures) => queries.invalidateQueries(procedures.pathFilter())),
      ),
    [trpc, queries],
  );
}

/** The outcome of a change of roles and policies: a toast, or the message of a dialog, then fresh data. */
export function useAccessOutcome() {
  const refresh = useAccessRefresh();
  return <Answer = unknown>(message: string, callbacks: OutcomeCallbacks<Answer> = {}) =>
    mutationOutcome<Answer>(message, callbacks, {
      toastId: "access",
      explain: (error) => explainAccessFailure(describeFailure(error)),
      refresh,
    });
}
