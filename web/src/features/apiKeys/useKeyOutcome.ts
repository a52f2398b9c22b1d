import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/api/client";
import { mutationOutcome, type OutcomeCallbacks } from "@/components/states/mutationOutcome";
import { explainKeyError } from "./refusals";

/** Loads the keys again. */
export function useKeyRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries(trpc.apiKeys.pathFilter()), [trpc, queries]);
}

/** The outcome of a change of a key: a toast, then fresh keys. */
export function useKeyOutcome() {
  const refresh = useKeyRefresh();
  return (message: string, callbacks: OutcomeCallbacks) =>
    mutationOutcome(message, callbacks, { toastId: "api-keys", explain: explainKeyError, refresh });
}
